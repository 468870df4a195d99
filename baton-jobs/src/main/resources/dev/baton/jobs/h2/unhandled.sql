SELECT COALESCE(handler, job_name) AS handler, COUNT(*) AS due
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time <= CURRENT_TIMESTAMP(6)
   AND NOT (LOCATE(',' || COALESCE(handler, job_name) || ',', :handlers) > 0)
 GROUP BY COALESCE(handler, job_name)
