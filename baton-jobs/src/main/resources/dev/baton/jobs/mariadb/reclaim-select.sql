SELECT id, job_name, claim_number, locked_by, interval_ms, attempt, max_attempts
  FROM ${baton}jobs
 WHERE status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR locked_at + INTERVAL (lock_timeout_ms) * 1000 MICROSECOND < UTC_TIMESTAMP(6))
 LIMIT 500
   FOR UPDATE SKIP LOCKED
