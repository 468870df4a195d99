--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
VALUES (:id, :job, :handler, :queue, :priority, :payload,
        CASE WHEN :now = 1 THEN UTC_TIMESTAMP(6) ELSE TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:run_at) MICROSECOND END, :lock_ms, CAST(:timeout_ms AS signed),
        CAST(:max_attempts AS signed), :retry, :unique_key, :capability, :traceparent)

--- find-id
SELECT id FROM ${baton}jobs WHERE id = :id
