SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE id = :id
