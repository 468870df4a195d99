-- What the other databases do in lists or row by row, PostgreSQL does for many claims in one statement. A claim is held by a shared row
-- lock, so that several fenced writes of it do not wait for each other.

--- lanes
WITH RECURSIVE lanes AS (
    (SELECT queue, priority, 1 AS place FROM ${baton}jobs
      WHERE status = 'scheduled' AND cron IS NULL AND NOT paused
        AND (queue, priority) > (:queue, :priority)
      ORDER BY queue, priority LIMIT 1)
    UNION ALL
    SELECT n.queue, n.priority, l.place + 1
      FROM lanes l
     CROSS JOIN LATERAL (
           SELECT j.queue, j.priority FROM ${baton}jobs j
            WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
              AND (j.queue, j.priority) > (l.queue, l.priority)
            ORDER BY j.queue, j.priority LIMIT 1) AS n
     WHERE l.place < :at_most
)
SELECT l.queue, l.priority,
       ceil(extract(epoch FROM least(f.next_run_time, p.pause_end, statement_timestamp() + interval '1 day') - statement_timestamp()) * 1000)::bigint AS due_in_ms
  FROM lanes l
  LEFT JOIN LATERAL ( -- which may be infinity: nobody can count with that
       SELECT j.next_run_time FROM ${baton}jobs j
        WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
          AND j.queue = l.queue AND j.priority = l.priority AND j.next_run_time > statement_timestamp()
        ORDER BY j.next_run_time LIMIT 1) AS f ON true
  LEFT JOIN LATERAL ( -- a recurring job that failed is due already, and left alone for a while; behind many that wait, nobody looks for it
       SELECT min(d.not_before) AS pause_end
         FROM (SELECT j.not_before FROM ${baton}jobs j
                WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
                  AND j.queue = l.queue AND j.priority = l.priority AND j.next_run_time <= statement_timestamp()
                ORDER BY j.next_run_time LIMIT 30) AS d
        WHERE d.not_before > statement_timestamp()) AS p ON true
 ORDER BY l.place

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
                 AND j.id <> ALL (:passed_over::uuid[])
               ORDER BY j.next_run_time
               LIMIT :wanted
                 FOR UPDATE SKIP LOCKED) AS d
        WHERE l.queue <> ALL (ARRAY(SELECT q.queue FROM ${baton}job_queues q))
        LIMIT :wanted))
RETURNING id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
          lock_timeout_ms, interval_ms, unique_key, next_run_time, scheduled_for, run_started_at, traceparent

--- claim-look
-- What the claim above would take, to be taken one by one: so the rows are not kept locked, but what others hold is passed over.
SELECT d.id, d.job_name, d.handler, d.queue, d.priority, d.payload, d.claim_number, d.attempt, d.max_attempts, d.retry, d.timeout_ms,
       d.lock_timeout_ms, d.interval_ms, d.unique_key, d.next_run_time, d.scheduled_for, statement_timestamp() AS started_at,
       d.traceparent
  FROM unnest(:queues::text[], :priorities::int[], :froms::timestamptz[]) AS l (queue, priority, due_from)
 CROSS JOIN LATERAL (
       SELECT j.*
         FROM ${baton}jobs j
        WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
          AND j.queue = l.queue AND j.priority = l.priority
          AND j.next_run_time >= l.due_from AND j.next_run_time <= statement_timestamp()
          AND (j.not_before IS NULL OR j.not_before <= statement_timestamp())
          AND j.attempt < 2147483647 AND j.claim_number < 9223372036854775807
          AND coalesce(j.handler, j.job_name) = ANY (:handlers::text[])
          AND (j.capability IS NULL OR j.capability = ANY (:capabilities::text[]))
          AND j.id <> ALL (:passed_over::uuid[])
        ORDER BY j.next_run_time
        LIMIT :wanted
          FOR UPDATE SKIP LOCKED) AS d
 WHERE l.queue <> ALL (ARRAY(SELECT q.queue FROM ${baton}job_queues q))
 LIMIT :wanted

--- claim-hold
SELECT set_config('idle_in_transaction_session_timeout', :bound_ms, true)
  FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
   FOR SHARE

--- beat
WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker FROM unnest(:ids::uuid[], :claims::bigint[], :progress::text[]) AS a (id, claim_number, progress)
), free AS (
    SELECT j.id, a.progress
      FROM ${baton}jobs j JOIN asked a ON j.id = ANY (ARRAY[a.id]) AND j.claim_number = ANY (ARRAY[a.claim_number])
     WHERE j.locked_by = ANY (ARRAY[a.worker])
       FOR UPDATE OF j SKIP LOCKED
)
UPDATE ${baton}jobs j
   SET locked_at = clock_timestamp(), progress = f.progress
  FROM free f
 WHERE j.id = f.id
RETURNING j.id, j.cancel_requested

--- still-mine
WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker FROM unnest(:ids::uuid[], :claims::bigint[]) AS a (id, claim_number)
)
SELECT j.id
  FROM ${baton}jobs j JOIN asked a
    ON j.id = ANY (ARRAY[a.id]) AND j.claim_number = ANY (ARRAY[a.claim_number])
 WHERE j.locked_by = ANY (ARRAY[a.worker])

--- unhandled
-- What nobody claims gathers at the head of its lane: the head is enough, however long the queue is.
WITH RECURSIVE lanes AS (
    (SELECT queue, priority FROM ${baton}jobs
      WHERE status = 'scheduled' AND cron IS NULL AND NOT paused
      ORDER BY queue, priority LIMIT 1)
    UNION ALL
    SELECT n.queue, n.priority
      FROM lanes l
     CROSS JOIN LATERAL (
           SELECT j.queue, j.priority FROM ${baton}jobs j
            WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
              AND (j.queue, j.priority) > (l.queue, l.priority)
            ORDER BY j.queue, j.priority LIMIT 1) AS n
)
SELECT coalesce(d.handler, d.job_name) AS handler, count(*) AS due
  FROM lanes l
 CROSS JOIN LATERAL (
       SELECT j.handler, j.job_name FROM ${baton}jobs j
        WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
          AND j.queue = l.queue AND j.priority = l.priority AND j.next_run_time <= statement_timestamp()
        ORDER BY j.next_run_time LIMIT 1000) AS d
 WHERE position(',' || coalesce(d.handler, d.job_name) || ',' IN :handlers) = 0
 GROUP BY coalesce(d.handler, d.job_name)

--- reclaim
WITH stale AS (
    SELECT id, claim_number, locked_by, run_started_at, attempt, coalesce(scheduled_for, next_run_time) AS scheduled_at,
           CASE WHEN interval_ms IS NOT NULL OR cron IS NOT NULL THEN 'scheduled'
                WHEN cancel_requested THEN 'cancelled'
                WHEN attempt >= max_attempts THEN 'dead' ELSE 'scheduled' END AS status_after
      FROM ${baton}jobs
     WHERE id = ANY (:ids) AND status = 'running'
       AND (locked_by IS NULL OR locked_at IS NULL
            OR ${later(${counted_time(locked_at)}, ${span(lock_timeout_ms)})} < clock_timestamp())
       FOR UPDATE SKIP LOCKED
), freed AS (
    UPDATE ${baton}jobs j
       SET status = s.status_after,
           finished_at = CASE WHEN s.status_after <> 'scheduled' THEN clock_timestamp() END,
           next_run_time = CASE WHEN j.cancel_requested AND j.interval_ms IS NOT NULL
                                THEN clock_timestamp() + ${span(j.interval_ms)} * interval '1 millisecond'
                                ELSE j.next_run_time END,
           locked_by = NULL, locked_at = NULL, cancel_requested = false,
           last_error = 'the worker ' || coalesce(s.locked_by, '(none)') || ' did not renew its lock'
      FROM stale s
     WHERE j.id = s.id
    RETURNING j.id, j.job_name, j.queue, j.status
), told AS (
    INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, queue, outcome, locked_by, error)
    SELECT s.id, s.claim_number, s.scheduled_at, s.run_started_at, clock_timestamp(), s.attempt, f.job_name, f.queue, 'reclaimed',
           s.locked_by, 'its worker did not renew its lock'
      FROM freed f JOIN stale s ON s.id = f.id
    ON CONFLICT (job_id, claim_number) DO NOTHING
)
SELECT f.id, f.job_name, f.status, s.locked_by, s.claim_number FROM freed f JOIN stale s ON s.id = f.id
