-- resume sets last_tick before paused: MariaDB and MySQL set columns from left to right, and see what they have set.

--- jobs-recurring
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE interval_ms IS NOT NULL OR cron IS NOT NULL
 ORDER BY job_name

--- job-list
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE (${text(:status, 16)} = '' OR status = ${text(:status, 16)}) AND (${text(:job, 128)} = '' OR job_name = ${text(:job, 128)})
   AND (:cursor = '' OR id > ${id(NULLIF(:cursor, ''))})
 ORDER BY id
 ${fetch(:at_most)}

--- job-show
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE id = ${id(:id)}

--- run-list
SELECT job_id, claim_number, job_name, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_id = ${id(:id)}
 ORDER BY claim_number DESC
 ${fetch(:at_most)}

--- workers-list
SELECT holder_id, node_id, threads, busy, completed, failed, seen_at
  FROM ${baton}job_workers
 ORDER BY node_id, holder_id

--- queue-list
SELECT queue FROM ${baton}job_queues ORDER BY queue

--- queue-pause
INSERT INTO ${baton}job_queues (queue, paused_at)
SELECT q.queue, ${now} FROM (SELECT ${typed_text(:queue, 64)} AS queue) q
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_queues p WHERE p.queue = q.queue)

--- queue-resume
DELETE FROM ${baton}job_queues WHERE queue = ${text(:queue, 64)}

--- figures-latest
SELECT at, queue, waiting, due, running, dead, completed, failed, threads, busy
  FROM ${baton}job_figures
 WHERE at = (SELECT MAX(at) FROM ${baton}job_figures)
 ORDER BY queue

--- pause
UPDATE ${baton}jobs SET paused = ${true}
${output(id)}
 WHERE id = ${id(:id)}

--- resume
UPDATE ${baton}jobs
   SET last_tick = CASE WHEN cron IS NOT NULL AND paused = ${true} THEN ${now} ELSE last_tick END,
       paused = ${false}
${output(id)}
 WHERE id = ${id(:id)}

--- trigger
UPDATE ${baton}jobs SET next_run_time = ${now}, not_before = NULL
${output(id)}
 WHERE id = ${id(:id)} AND status = 'scheduled' AND cron IS NULL

--- retry
UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = ${now}, not_before = NULL, finished_at = NULL
${output(id)}
 WHERE id = ${id(:id)} AND cron IS NULL AND status IN ('scheduled', 'dead', 'cancelled')

--- cancel
UPDATE ${baton}jobs SET status = 'cancelled', finished_at = ${now}
${output(id)}
 WHERE id = ${id(:id)} AND status IN ('scheduled', 'dead')

--- cancel-running
UPDATE ${baton}jobs SET cancel_requested = ${true}
${output(id)}
 WHERE id = ${id(:id)} AND status = 'running'

--- discard
DELETE FROM ${baton}jobs
${output_deleted(id)}
 WHERE id = ${id(:id)} AND status = 'dead'
