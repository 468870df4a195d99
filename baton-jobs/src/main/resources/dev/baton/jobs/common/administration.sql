-- resume sets last_tick before paused, cancel sets status last, reschedule sets next_run_time first: MariaDB and MySQL set
-- columns from left to right, and see what they have set.
-- Lists carry neither payloads nor whole errors: thousands of rows would not fit into the memory of who reads them.

--- jobs-recurring
SELECT id, job_name, handler, status, paused, queue, priority, NULL AS payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, LEFT(last_error, 500) AS last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE interval_ms IS NOT NULL OR cron IS NOT NULL
 ORDER BY job_name

--- job-list
SELECT id, job_name, handler, status, paused, queue, priority, NULL AS payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, LEFT(last_error, 500) AS last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE (${text(:status, 16)} = '' OR status = ${text(:status, 16)}) AND (${text(:job, 128)} = '' OR job_name = ${text(:job, 128)})
   AND (${text(:queue, 64)} = '' OR queue = ${text(:queue, 64)}) AND (:cursor = '' OR id > ${id(NULLIF(:cursor, ''))})
 ORDER BY id
 ${fetch(:at_most)}

--- job-show
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE id = ${id(:id)}

--- run-list
SELECT job_id, claim_number, job_name, queue, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_id = ${id(:id)}
 ORDER BY claim_number DESC
 ${fetch(:at_most)}

--- runs-of-ticks
SELECT job_id, claim_number, job_name, queue, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_name = ${text(:job, 128)} AND finished_at > ${earlier(${now}, :age_ms)}
 ORDER BY finished_at DESC, claim_number DESC
 ${fetch(:at_most)}

--- workers-list
SELECT holder_id, node_id, threads, busy, completed, failed, seen_at
  FROM ${baton}job_workers
 ORDER BY node_id, holder_id

--- queue-list
SELECT queue FROM ${baton}job_queues ORDER BY queue

--- queue-pause
${counted}
INSERT INTO ${baton}job_queues (queue, paused_at)
SELECT ${typed_text(:queue, 64)}, ${now} FROM (SELECT 1 AS one) AS seed
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_queues WHERE queue = ${text(:queue, 64)})

--- queue-resume
${counted}
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
   SET last_tick = CASE WHEN cron IS NOT NULL AND paused = ${true} THEN ${now} ELSE ${kept_time(last_tick)} END,
       paused = ${false}
${output(id)}
 WHERE id = ${id(:id)}

-- trigger and retry may be sent again after an answer was lost: then the job has been claimed since, and its claim number is
-- another one.

--- trigger
UPDATE ${baton}jobs SET next_run_time = ${now}, not_before = NULL
${output(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND status = 'scheduled' AND cron IS NULL

--- retry
UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = ${now}, not_before = NULL, finished_at = NULL,
       last_tick = CASE WHEN cron IS NULL THEN ${kept_time(last_tick)} ELSE ${now} END
${output(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim
   AND (status IN ('dead', 'cancelled') OR (status = 'scheduled' AND cron IS NULL))

--- cancel
UPDATE ${baton}jobs
   SET cancel_requested = CASE WHEN status = 'running' THEN ${true} ELSE ${false} END,
       finished_at = CASE WHEN status = 'running' THEN ${kept_time(finished_at)} ELSE ${now} END,
       status = CASE WHEN status = 'running' THEN status ELSE 'cancelled' END
${output(id)}
 WHERE id = ${id(:id)} AND status IN ('scheduled', 'running', 'dead')

-- Many at once: which are acted on. Recurring jobs are not, because ending one ends all that it would have run.
-- A scheduled one that has not failed is not retried: its time has not come.

--- many-count
SELECT COUNT(*) AS matching
  FROM (SELECT id FROM ${baton}jobs
         WHERE status IN (${text(:dead, 16)}, ${text(:cancelled, 16)}, ${text(:running, 16)}, ${text(:scheduled, 16)})
           AND interval_ms IS NULL AND cron IS NULL
           AND (status <> 'scheduled' OR attempt >= :least_attempts) AND (status <> 'running' OR cancel_requested = ${false})
           AND (${text(:job, 128)} = '' OR job_name = ${text(:job, 128)}) AND (${text(:queue, 64)} = '' OR queue = ${text(:queue, 64)})
         ORDER BY id
         ${fetch(:at_most)}) m

--- many-next
SELECT id, claim_number
  FROM ${baton}jobs
 WHERE status IN (${text(:dead, 16)}, ${text(:cancelled, 16)}, ${text(:running, 16)}, ${text(:scheduled, 16)})
   AND interval_ms IS NULL AND cron IS NULL
   AND (status <> 'scheduled' OR attempt >= :least_attempts) AND (status <> 'running' OR cancel_requested = ${false})
   AND (${text(:job, 128)} = '' OR job_name = ${text(:job, 128)}) AND (${text(:queue, 64)} = '' OR queue = ${text(:queue, 64)})
   AND (:cursor = '' OR id > ${id(NULLIF(:cursor, ''))})
 ORDER BY id
 ${fetch(:at_most)}

--- reschedule
UPDATE ${baton}jobs
   SET next_run_time = CASE WHEN cron IS NOT NULL OR ${text(:cron, 200)} IS NOT NULL OR ${number(:interval_ms)} < interval_ms
                            THEN ${now} ELSE ${kept_time(next_run_time)} END,
       last_tick = CASE WHEN ${text(:cron, 200)} IS NULL THEN ${kept_time(last_tick)} ELSE ${now} END,
       interval_ms = ${number(:interval_ms)}, fixed_delay = :fixed_delay, cron = ${text(:cron, 200)}, zone = ${text(:zone, 64)},
       catch_up = ${integer(:catch_up)}
${output(id)}
 WHERE id = ${id(:id)} AND (interval_ms IS NOT NULL OR cron IS NOT NULL)

--- change-work
UPDATE ${baton}jobs
   SET handler = COALESCE(${text(:handler, 128)}, handler), payload = COALESCE(${unicode(:payload, max)}, payload)
${output(id)}
 WHERE id = ${id(:id)} AND (interval_ms IS NOT NULL OR cron IS NOT NULL)

--- remove
DELETE FROM ${baton}jobs
${output_deleted(id)}
 WHERE id = ${id(:id)} AND (interval_ms IS NOT NULL OR cron IS NOT NULL) AND status <> 'running'

--- discard
DELETE FROM ${baton}jobs
${output_deleted(id)}
 WHERE id = ${id(:id)} AND status = 'dead'

--- compacted-runs
SELECT job_name, run_day, outcome, runs, total_ms, longest_ms
  FROM ${baton}job_history
 WHERE ${typed_text(:job, 128)} IS NULL OR job_name = ${text(:job, 128)}
 ORDER BY run_day DESC, job_name, outcome
 ${fetch(:at_most)}
