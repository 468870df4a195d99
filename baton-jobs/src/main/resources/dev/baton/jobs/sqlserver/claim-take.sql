UPDATE ${baton}jobs
   SET status = 'running', locked_by = CAST(:worker AS varchar(128)), locked_at = SYSUTCDATETIME(), run_started_at = SYSUTCDATETIME(),
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = 0,
       lock_timeout_ms = CASE WHEN lock_timeout_ms < :min_lock_ms THEN :min_lock_ms ELSE lock_timeout_ms END
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND status = 'scheduled'
