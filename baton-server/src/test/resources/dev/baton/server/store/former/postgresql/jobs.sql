-- What the first programs wrote about jobs. These were released: they are never changed.

--- enqueue-many
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
SELECT a.id, a.job_name, a.handler, a.queue, a.priority, a.payload, coalesce(a.run_at, clock_timestamp()), a.lock_timeout_ms,
       a.timeout_ms, a.max_attempts, a.retry, a.unique_key, a.capability, a.traceparent
  FROM unnest(:ids::uuid[], :names::text[], :handlers::text[], :queues::text[], :priorities::int[], :payloads::text[],
              :times::timestamptz[], :locks::bigint[], :timeouts::bigint[], :attempts::int[], :retries::text[],
              :keys::text[], :capabilities::text[], :traceparents::text[])
       AS a (id, job_name, handler, queue, priority, payload, run_at, lock_timeout_ms, timeout_ms, max_attempts, retry,
             unique_key, capability, traceparent)
ON CONFLICT DO NOTHING

--- claim
UPDATE ${baton}jobs
   SET status = 'running', locked_by = :worker, locked_at = clock_timestamp(), run_started_at = clock_timestamp(),
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = false,
       lock_timeout_ms = greatest(lock_timeout_ms, :min_lock_ms)
 WHERE ctid = ANY (ARRAY(
       SELECT d.tid
         FROM unnest(:queues::text[], :priorities::int[], :froms::timestamptz[]) AS l (queue, priority, due_from)
        CROSS JOIN LATERAL (
              SELECT j.ctid AS tid
                FROM ${baton}jobs j
               WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
                 AND j.queue = l.queue AND j.priority = l.priority
                 AND j.next_run_time >= l.due_from AND j.next_run_time <= statement_timestamp()
                 AND (j.not_before IS NULL OR j.not_before <= statement_timestamp())
                 AND j.attempt < 2147483647 AND j.claim_number < 9223372036854775807
                 AND coalesce(j.handler, j.job_name) = ANY (:handlers::text[])
                 AND (j.capability IS NULL OR j.capability = ANY (:capabilities::text[]))
               ORDER BY j.next_run_time
               LIMIT :wanted
                 FOR UPDATE SKIP LOCKED) AS d
        WHERE l.queue <> ALL (ARRAY(SELECT q.queue FROM ${baton}job_queues q))
        LIMIT :wanted))
RETURNING id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
          lock_timeout_ms, interval_ms, unique_key, next_run_time, scheduled_for, run_started_at, traceparent

--- finish-done
-- Claims of one number, looked up by one walk through the key's index. The array comes out of a query so that the planner
-- takes it for a short one and never reads the whole table for it; planned anew each time, so that it knows how large the
-- table is now.
WITH done AS (
    DELETE FROM ${baton}jobs j
     WHERE j.id = ANY (ARRAY(SELECT unnest(:ids::uuid[]))) AND j.claim_number = :claim AND j.locked_by = :worker
    RETURNING j.id, j.claim_number, j.next_run_time, j.scheduled_for, j.run_started_at, j.attempt, j.job_name
), told AS (
    INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by)
    SELECT id, claim_number, coalesce(scheduled_for, next_run_time), run_started_at, clock_timestamp(), attempt, job_name,
           'completed', :worker
      FROM done
    ON CONFLICT (job_id, claim_number) DO NOTHING
)
SELECT count(*) FROM done
