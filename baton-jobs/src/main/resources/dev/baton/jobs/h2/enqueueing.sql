--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
VALUES (CAST(:id AS uuid), :job, :handler, :queue, :priority, :payload,
        CASE WHEN :now = 1 THEN CURRENT_TIMESTAMP(6) ELSE DATEADD('MICROSECOND', :run_at, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') END, :lock_ms, CAST(:timeout_ms AS bigint),
        CAST(:max_attempts AS integer), :retry, :unique_key, :capability, :traceparent)

--- find-id
SELECT id FROM ${baton}jobs WHERE id = CAST(:id AS uuid)
