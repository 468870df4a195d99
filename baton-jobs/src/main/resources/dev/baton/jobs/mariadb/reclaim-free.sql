UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, cancel_requested = false, last_error = :error,
       finished_at = CASE WHEN :status = 'dead' THEN UTC_TIMESTAMP(6) ELSE NULL END
 WHERE id = :id AND claim_number = :claim AND status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR locked_at + INTERVAL (lock_timeout_ms) * 1000 MICROSECOND < UTC_TIMESTAMP(6))
