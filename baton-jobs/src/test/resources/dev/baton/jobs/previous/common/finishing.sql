-- A record that is there already stays as it is: no ending may fail because of it.
-- A job whose cancellation was asked for is not scheduled again: a one-off job is cancelled, a recurring one goes on with its
-- next run. cancel_requested is set last: MariaDB and MySQL set columns from left to right, and see what they have set.

--- run-insert
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, queue, outcome, locked_by, error)
SELECT j.id, j.claim_number, COALESCE(j.scheduled_for, j.next_run_time), j.run_started_at, ${now}, j.attempt, j.job_name, j.queue,
       ${text(:outcome, 16)}, ${text(:worker, 128)}, :error
  FROM ${baton}jobs j
 WHERE j.id IN (${each(${id(:id)})}) AND j.claim_number = :claim
   AND NOT EXISTS (SELECT 1 FROM ${baton}job_runs r WHERE r.job_id = j.id AND r.claim_number = j.claim_number)

--- finish-delete
DELETE FROM ${baton}jobs
${output_deleted(id)}
 WHERE id IN (${each(${id(:id)})}) AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'

--- finish-update
UPDATE ${baton}jobs
   SET status = CASE WHEN cancel_requested = ${true} AND ${text(:status, 16)} = 'scheduled' AND interval_ms IS NULL AND cron IS NULL
                     THEN 'cancelled' ELSE ${text(:status, 16)} END,
       locked_by = NULL, locked_at = NULL, progress = NULL, attempt = :attempt,
       next_run_time = CASE WHEN interval_ms IS NOT NULL AND (${text(:base, 8)} = 'interval' OR cancel_requested = ${true})
                            THEN ${later(CASE WHEN fixed_delay = ${true} THEN ${now} ELSE run_started_at END, ${span(interval_ms)})}
                            WHEN ${text(:base, 8)} = 'now' THEN ${later(${now}, :delay_ms)}
                            ELSE next_run_time END,
       not_before = CASE WHEN :pause_ms > 0 AND cancel_requested = ${false} THEN ${later(${now}, :pause_ms)} ELSE NULL END,
       last_run_time = CASE WHEN ${text(:outcome, 16)} = 'completed' THEN ${now} ELSE last_run_time END,
       finished_at = CASE WHEN ${text(:status, 16)} IN ('completed', 'cancelled', 'dead')
                            OR (cancel_requested = ${true} AND interval_ms IS NULL AND cron IS NULL) THEN ${now} ELSE NULL END,
       last_error = CASE WHEN ${text(:outcome, 16)} = 'completed' THEN NULL
                         WHEN ${text(:outcome, 16)} = '' THEN last_error ELSE :error END,
       cancel_requested = ${false}
${output(id)}
 WHERE id IN (${each(${id(:id)})}) AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'

--- finished-already
SELECT job_id FROM ${baton}job_runs
 WHERE job_id = ${id(:id)} AND claim_number = :claim AND outcome = ${text(:outcome, 16)} AND locked_by = ${text(:worker, 128)}

--- give-back
UPDATE ${baton}jobs
   SET status = CASE WHEN cancel_requested = ${true} AND interval_ms IS NULL AND cron IS NULL THEN 'cancelled' ELSE 'scheduled' END,
       locked_by = NULL, locked_at = NULL, attempt = attempt - 1,
       next_run_time = CASE WHEN cancel_requested = ${true} AND interval_ms IS NOT NULL
                            THEN ${later(${now}, ${span(interval_ms)})} ELSE next_run_time END,
       finished_at = CASE WHEN cancel_requested = ${true} AND interval_ms IS NULL AND cron IS NULL THEN ${now} ELSE NULL END,
       cancel_requested = ${false}
${output(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
