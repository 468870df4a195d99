UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, cancel_requested = 0, last_error = :error,
       finished_at = CASE WHEN :status = 'dead' THEN SYSUTCDATETIME() ELSE NULL END
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND status = 'running'
