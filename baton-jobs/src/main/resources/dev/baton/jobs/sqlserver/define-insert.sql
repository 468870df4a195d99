INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time)
VALUES (CAST(:id AS uniqueidentifier), CAST(:job AS varchar(128)), CAST(:handler AS varchar(128)), CAST(:queue AS varchar(64)), :priority, :payload, :lock_ms, CAST(:timeout_ms AS bigint),
        CAST(:max_attempts AS integer), CAST(:retry AS varchar(64)), CAST(:capability AS varchar(64)),
        CAST(:interval_ms AS bigint), :fixed_delay, CAST(:cron AS varchar(200)), CAST(:zone AS varchar(64)),
        CAST(:catch_up AS integer),
        CASE WHEN CAST(:cron AS varchar(200)) IS NULL THEN NULL ELSE SYSUTCDATETIME() END, SYSUTCDATETIME())
