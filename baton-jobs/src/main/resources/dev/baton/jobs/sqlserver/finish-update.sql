UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, cancel_requested = 0, progress = NULL, attempt = :attempt,
       next_run_time = CASE WHEN :base = 'start' THEN DATEADD(MILLISECOND, (:delay_ms) % 1000, DATEADD(SECOND, (:delay_ms) / 1000, run_started_at))
                            WHEN :base = 'now' THEN DATEADD(MILLISECOND, (:delay_ms) % 1000, DATEADD(SECOND, (:delay_ms) / 1000, SYSUTCDATETIME()))
                            ELSE next_run_time END,
       not_before = CASE WHEN :pause_ms > 0 THEN DATEADD(MILLISECOND, (:pause_ms) % 1000, DATEADD(SECOND, (:pause_ms) / 1000, SYSUTCDATETIME())) ELSE NULL END,
       last_run_time = CASE WHEN :outcome = 'completed' THEN SYSUTCDATETIME() ELSE last_run_time END,
       finished_at = CASE WHEN :status IN ('completed', 'cancelled', 'dead') THEN SYSUTCDATETIME() ELSE NULL END,
       last_error = CASE WHEN :outcome = 'completed' THEN NULL WHEN :outcome = '' THEN last_error ELSE :error END
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
