INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability)
VALUES (CAST(:id AS uniqueidentifier), :job, :handler, :queue, :priority, :payload,
        CASE WHEN :now = 1 THEN SYSUTCDATETIME() ELSE DATEADD(MICROSECOND, (:run_at) % 1000000, DATEADD(SECOND, (:run_at) / 1000000, CAST('1970-01-01' AS datetime2(7)))) END, :lock_ms, CAST(:timeout_ms AS bigint),
        CAST(:max_attempts AS integer), :retry, :unique_key, :capability)
