SELECT id, job_name, handler, status, paused, queue, priority, payload, unique_key, capability, next_run_time, last_run_time,
       run_started_at, locked_by, locked_at, claim_number, lock_timeout_ms, interval_ms, fixed_delay, cron, zone, last_tick,
       scheduled_for, attempt, max_attempts, timeout_ms, cancel_requested, progress, last_error, created_at, finished_at
  FROM ${baton}jobs
 WHERE (CAST(:status AS varchar(16)) = '' OR status = CAST(:status AS varchar(16))) AND (CAST(:job AS varchar(128)) = '' OR job_name = CAST(:job AS varchar(128)))
   AND (:cursor = '' OR id > CAST(NULLIF(:cursor, '') AS uniqueidentifier))
 ORDER BY id
 OFFSET 0 ROWS FETCH NEXT :at_most ROWS ONLY
