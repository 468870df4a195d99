SELECT COALESCE(handler, job_name) AS handler, COUNT(*) AS due
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time <= clock_timestamp()
   AND NOT (position(',' || COALESCE(handler, job_name) || ',' IN :handlers) > 0)
 GROUP BY COALESCE(handler, job_name)
