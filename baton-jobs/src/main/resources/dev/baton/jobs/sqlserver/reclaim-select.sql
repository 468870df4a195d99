SELECT TOP (500) id, job_name, claim_number, locked_by, interval_ms, attempt, max_attempts
  FROM ${baton}jobs
 WHERE status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR DATEADD(MILLISECOND, (lock_timeout_ms) % 1000, DATEADD(SECOND, (lock_timeout_ms) / 1000, locked_at)) < SYSUTCDATETIME())
