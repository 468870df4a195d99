-- Many jobs at once: through COPY where none can be refused, else in one statement. The other databases have enqueue-one.

--- enqueue-copy
COPY ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry, capability, traceparent) FROM STDIN

--- enqueue-copy-at
COPY ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry, capability, traceparent, next_run_time) FROM STDIN

--- enqueue-many
-- A conflict of any other kind is an error: a unique index of the application's would leave out a job of which nobody hears again.
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
SELECT a.id, a.job_name, a.handler, a.queue, a.priority, a.payload, coalesce(a.run_at, clock_timestamp()), a.lock_timeout_ms,
       a.timeout_ms, a.max_attempts, a.retry, a.unique_key, a.capability, a.traceparent
  FROM unnest(:ids::uuid[], :names::text[], :handlers::text[], :queues::text[], :priorities::int[], :payloads::text[],
              :times::timestamptz[], :locks::bigint[], :timeouts::bigint[], :attempts::int[], :retries::text[],
              :keys::text[], :capabilities::text[], :traceparents::text[])
       AS a (id, job_name, handler, queue, priority, payload, run_at, lock_timeout_ms, timeout_ms, max_attempts, retry,
             unique_key, capability, traceparent)
ON CONFLICT (job_name, unique_key) WHERE unique_key IS NOT NULL DO NOTHING
