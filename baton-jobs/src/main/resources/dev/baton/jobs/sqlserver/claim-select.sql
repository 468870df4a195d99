SELECT TOP (:wanted) id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
       lock_timeout_ms, interval_ms, fixed_delay, unique_key, next_run_time, scheduled_for, SYSUTCDATETIME() AS started_at, traceparent
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0
   AND next_run_time <= SYSUTCDATETIME() AND (not_before IS NULL OR not_before <= SYSUTCDATETIME())
   AND queue NOT IN (SELECT q.queue FROM ${baton}job_queues q)
   AND CHARINDEX(',' + queue + ',', CAST(:queues AS varchar(max))) > 0
   AND CHARINDEX(',' + COALESCE(handler, job_name) + ',', CAST(:handlers AS varchar(max))) > 0
   AND (capability IS NULL OR CHARINDEX(',' + capability + ',', CAST(:capabilities AS varchar(max))) > 0)
 ORDER BY priority DESC, next_run_time
