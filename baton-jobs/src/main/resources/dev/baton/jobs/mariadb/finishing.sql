--- finish-delete
DELETE FROM ${baton}jobs WHERE id = :id AND claim_number = :claim AND locked_by = :worker AND status = 'running'

--- finish-update
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

--- finished-already
SELECT job_id FROM ${baton}job_runs
 WHERE job_id = :id AND claim_number = :claim AND outcome = :outcome AND locked_by = :worker

--- run-insert
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by, error)
SELECT id, claim_number, COALESCE(scheduled_for, next_run_time), run_started_at, UTC_TIMESTAMP(6), attempt, job_name, :outcome, :worker, :error
  FROM ${baton}jobs
 WHERE id = :id AND claim_number = :claim

--- give-back
UPDATE ${baton}jobs SET status = 'scheduled', locked_by = NULL, locked_at = NULL, attempt = attempt - 1
 WHERE id = :id AND claim_number = :claim AND locked_by = :worker AND status = 'running'
