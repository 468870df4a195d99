INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time)
VALUES (CAST(:id AS uniqueidentifier), :job, :handler, :queue, :priority, :payload, :lock_ms, CAST(:timeout_ms AS bigint),
        CAST(:max_attempts AS integer), :retry, :capability,
        CAST(:interval_ms AS bigint), :fixed_delay, :cron, :zone,
        CAST(:catch_up AS integer),
        CASE WHEN :cron IS NULL THEN NULL ELSE SYSUTCDATETIME() END, SYSUTCDATETIME())
