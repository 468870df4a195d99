SELECT COALESCE(handler, job_name) AS handler, COUNT(*) AS due
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0 AND next_run_time <= SYSUTCDATETIME()
   AND NOT (CHARINDEX(',' + COALESCE(handler, job_name) + ',', CAST(:handlers AS varchar(max))) > 0)
 GROUP BY COALESCE(handler, job_name)
