INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time)
VALUES (:id, :job, :handler, :queue, :priority, :payload, :lock_ms, CAST(:timeout_ms AS signed),
        CAST(:max_attempts AS signed), :retry, :capability,
        CAST(:interval_ms AS signed), :fixed_delay, :cron, :zone,
        CAST(:catch_up AS signed),
        CASE WHEN :cron IS NULL THEN NULL ELSE UTC_TIMESTAMP(6) END, UTC_TIMESTAMP(6))
