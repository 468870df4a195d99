--- jobs-recurring
SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE interval_ms IS NOT NULL OR cron IS NOT NULL
 ORDER BY job_name

--- workers-list
SELECT holder_id, node_id, threads, busy, completed, failed, seen_at
  FROM ${baton}job_workers
 ORDER BY node_id, holder_id

--- queue-list
SELECT queue FROM ${baton}job_queues ORDER BY queue

--- queue-resume
DELETE FROM ${baton}job_queues WHERE queue = :queue

--- figures-latest
SELECT at, queue, waiting, due, running, dead, completed, failed, threads, busy
  FROM ${baton}job_figures
 WHERE at = (SELECT MAX(at) FROM ${baton}job_figures)
 ORDER BY queue
