--- job-list
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE (:status = '' OR status = :status) AND (:job = '' OR job_name = :job)
   AND (:cursor = '' OR id > CAST(NULLIF(:cursor, '') AS uuid))
 ORDER BY id
 LIMIT :at_most

--- job-show
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid)

--- run-list
SELECT job_id, claim_number, job_name, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_id = CAST(:id AS uuid)
 ORDER BY claim_number DESC
 LIMIT :at_most

--- queue-pause
INSERT INTO ${baton}job_queues (queue, paused_at)
SELECT q.queue, CURRENT_TIMESTAMP(6) FROM (SELECT CAST(:queue AS varchar) AS queue) q
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_queues p WHERE p.queue = q.queue)

--- pause
UPDATE ${baton}jobs SET paused = true WHERE id = CAST(:id AS uuid)

--- resume
UPDATE ${baton}jobs
   SET paused = false,
       last_tick = CASE WHEN cron IS NOT NULL AND paused = true THEN CURRENT_TIMESTAMP(6) ELSE last_tick END
 WHERE id = CAST(:id AS uuid)

--- trigger
UPDATE ${baton}jobs SET next_run_time = CURRENT_TIMESTAMP(6), not_before = NULL
 WHERE id = CAST(:id AS uuid) AND status = 'scheduled' AND cron IS NULL

--- retry
UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = CURRENT_TIMESTAMP(6), not_before = NULL, finished_at = NULL
 WHERE id = CAST(:id AS uuid) AND cron IS NULL AND status IN ('scheduled', 'dead', 'cancelled')

--- cancel
UPDATE ${baton}jobs SET status = 'cancelled', finished_at = CURRENT_TIMESTAMP(6)
 WHERE id = CAST(:id AS uuid) AND status IN ('scheduled', 'dead')

--- cancel-running
UPDATE ${baton}jobs SET cancel_requested = true WHERE id = CAST(:id AS uuid) AND status = 'running'

--- discard
DELETE FROM ${baton}jobs WHERE id = CAST(:id AS uuid) AND status = 'dead'
