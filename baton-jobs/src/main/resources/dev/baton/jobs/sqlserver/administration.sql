--- job-list
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE (CAST(:status AS varchar(16)) = '' OR status = CAST(:status AS varchar(16))) AND (CAST(:job AS varchar(128)) = '' OR job_name = CAST(:job AS varchar(128)))
   AND (:cursor = '' OR id > CAST(NULLIF(:cursor, '') AS uniqueidentifier))
 ORDER BY id
 OFFSET 0 ROWS FETCH NEXT :at_most ROWS ONLY

--- job-show
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE id = CAST(:id AS uniqueidentifier)

--- run-list
SELECT job_id, claim_number, job_name, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_id = CAST(:id AS uniqueidentifier)
 ORDER BY claim_number DESC
 OFFSET 0 ROWS FETCH NEXT :at_most ROWS ONLY

--- queue-pause
INSERT INTO ${baton}job_queues (queue, paused_at)
SELECT q.queue, SYSUTCDATETIME() FROM (SELECT CAST(:queue AS varchar(64)) AS queue) q
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_queues p WHERE p.queue = q.queue)

--- queue-resume
DELETE FROM ${baton}job_queues WHERE queue = CAST(:queue AS varchar(64))

--- pause
UPDATE ${baton}jobs SET paused = 1
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier)

--- resume
UPDATE ${baton}jobs
   SET paused = 0,
       last_tick = CASE WHEN cron IS NOT NULL AND paused = 1 THEN SYSUTCDATETIME() ELSE last_tick END
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier)

--- trigger
UPDATE ${baton}jobs SET next_run_time = SYSUTCDATETIME(), not_before = NULL
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'scheduled' AND cron IS NULL

--- retry
UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = SYSUTCDATETIME(), not_before = NULL, finished_at = NULL
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND cron IS NULL AND status IN ('scheduled', 'dead', 'cancelled')

--- cancel
UPDATE ${baton}jobs SET status = 'cancelled', finished_at = SYSUTCDATETIME()
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status IN ('scheduled', 'dead')

--- cancel-running
UPDATE ${baton}jobs SET cancel_requested = 1
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'running'

--- discard
DELETE FROM ${baton}jobs
OUTPUT deleted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'dead'
