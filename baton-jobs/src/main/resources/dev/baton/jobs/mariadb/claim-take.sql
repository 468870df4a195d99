UPDATE ${baton}jobs
   SET status = 'running', locked_by = :worker, locked_at = UTC_TIMESTAMP(6), run_started_at = UTC_TIMESTAMP(6),
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = false,
       lock_timeout_ms = CASE WHEN lock_timeout_ms < :min_lock_ms THEN :min_lock_ms ELSE lock_timeout_ms END
 WHERE id = :id AND claim_number = :claim AND status = 'scheduled'
