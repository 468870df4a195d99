UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, cancel_requested = false, last_error = :error,
       finished_at = CASE WHEN :status = 'dead' THEN CURRENT_TIMESTAMP(6) ELSE NULL END
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR DATEADD('MILLISECOND', lock_timeout_ms, locked_at) < CURRENT_TIMESTAMP(6))
