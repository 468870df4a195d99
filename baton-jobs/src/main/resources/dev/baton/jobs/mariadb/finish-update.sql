UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, cancel_requested = false, progress = NULL, attempt = :attempt,
       next_run_time = CASE WHEN :base = 'start' THEN run_started_at + INTERVAL :delay_ms * 1000 MICROSECOND
                            WHEN :base = 'now' THEN UTC_TIMESTAMP(6) + INTERVAL :delay_ms * 1000 MICROSECOND
                            ELSE next_run_time END,
       not_before = CASE WHEN :pause_ms > 0 THEN UTC_TIMESTAMP(6) + INTERVAL :pause_ms * 1000 MICROSECOND ELSE NULL END,
       last_run_time = CASE WHEN :outcome = 'completed' THEN UTC_TIMESTAMP(6) ELSE last_run_time END,
       finished_at = CASE WHEN :status IN ('completed', 'cancelled', 'dead') THEN UTC_TIMESTAMP(6) ELSE NULL END,
       last_error = CASE WHEN :outcome = 'completed' THEN NULL WHEN :outcome = '' THEN last_error ELSE :error END
 WHERE id = :id AND claim_number = :claim AND locked_by = :worker AND status = 'running'
