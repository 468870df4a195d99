--- run-insert
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by, error)
SELECT id, claim_number, COALESCE(scheduled_for, next_run_time), run_started_at, ${now}, attempt, job_name,
       ${text(:outcome, 16)}, ${text(:worker, 128)}, :error
  FROM ${baton}jobs
 WHERE id = ${id(:id)} AND claim_number = :claim

--- finish-delete
DELETE FROM ${baton}jobs
${output_deleted(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'

--- finish-update
UPDATE ${baton}jobs
   SET status = ${text(:status, 16)}, locked_by = NULL, locked_at = NULL, cancel_requested = ${false}, progress = NULL,
       attempt = :attempt,
       next_run_time = CASE WHEN ${text(:base, 8)} = 'start' THEN ${later(run_started_at, :delay_ms)}
                            WHEN ${text(:base, 8)} = 'now' THEN ${later(${now}, :delay_ms)}
                            ELSE next_run_time END,
       not_before = CASE WHEN :pause_ms > 0 THEN ${later(${now}, :pause_ms)} ELSE NULL END,
       last_run_time = CASE WHEN ${text(:outcome, 16)} = 'completed' THEN ${now} ELSE last_run_time END,
       finished_at = CASE WHEN ${text(:status, 16)} IN ('completed', 'cancelled', 'dead') THEN ${now} ELSE NULL END,
       last_error = CASE WHEN ${text(:outcome, 16)} = 'completed' THEN NULL
                         WHEN ${text(:outcome, 16)} = '' THEN last_error ELSE :error END
${output(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'

--- finished-already
SELECT job_id FROM ${baton}job_runs
 WHERE job_id = ${id(:id)} AND claim_number = :claim AND outcome = ${text(:outcome, 16)} AND locked_by = ${text(:worker, 128)}

--- give-back
UPDATE ${baton}jobs SET status = 'scheduled', locked_by = NULL, locked_at = NULL, attempt = attempt - 1
${output(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
