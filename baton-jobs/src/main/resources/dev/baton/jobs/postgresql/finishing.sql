-- Many claims end in one statement, together with their records. The other databases do it list by list, or row by row.

--- finish-done
-- Claims of one number, looked up by one walk through the key's index. The array comes out of a query so that the planner
-- takes it for a short one and never reads the whole table for it; planned anew each time, so that it knows how large the
-- table is now. A record is looked for and not left to ON CONFLICT, by which PostgreSQL writes each row twice to its log: whoever
-- writes one of this claim changes the job as well, so nobody can be about to.
WITH done AS (
    DELETE FROM ${baton}jobs j
     WHERE j.id = ANY (ARRAY(SELECT unnest(:ids::uuid[]))) AND j.claim_number = :claim AND j.locked_by = :worker
    RETURNING j.id, j.claim_number, j.next_run_time, j.scheduled_for, j.run_started_at, j.attempt, j.job_name, j.queue
), told AS (
    INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, queue, outcome, locked_by)
    SELECT id, claim_number, coalesce(scheduled_for, next_run_time), run_started_at, clock_timestamp(), attempt, job_name, queue,
           'completed', :worker
      FROM done
     WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_runs r WHERE r.job_id = done.id AND r.claim_number = done.claim_number)
)
SELECT count(*) FROM done

--- finish-other
-- In the order of ids, in which operators act on many jobs too: they would wait for each other.
WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker FROM unnest(:ids::uuid[], :claims::bigint[], :outcomes::text[], :statuses::text[], :attempts::int[],
                         :bases::text[], :delays::bigint[], :pauses::bigint[], :errors::text[], :scheduled::timestamptz[])
           AS a (id, claim_number, outcome, status, attempt, base, delay_ms, pause_ms, error, scheduled_at)
     ORDER BY a.id
), freed AS (
    UPDATE ${baton}jobs j
       SET status = CASE WHEN j.cancel_requested AND a.status = 'scheduled' AND j.interval_ms IS NULL AND j.cron IS NULL
                         THEN 'cancelled' ELSE a.status END,
           locked_by = NULL, locked_at = NULL, cancel_requested = false, progress = NULL, attempt = a.attempt,
           next_run_time = CASE WHEN j.interval_ms IS NOT NULL AND (a.base = 'interval' OR j.cancel_requested)
                                THEN CASE WHEN j.fixed_delay THEN clock_timestamp() ELSE j.run_started_at END
                                     + ${span(j.interval_ms)} * interval '1 millisecond'
                                WHEN a.base = 'now' THEN clock_timestamp() + a.delay_ms * interval '1 millisecond'
                                ELSE j.next_run_time END,
           not_before = CASE WHEN a.pause_ms > 0 AND NOT j.cancel_requested
                             THEN clock_timestamp() + a.pause_ms * interval '1 millisecond' END,
           last_run_time = CASE a.outcome WHEN 'completed' THEN clock_timestamp() ELSE j.last_run_time END,
           finished_at = CASE WHEN a.status IN ('completed', 'cancelled', 'dead')
                                OR (j.cancel_requested AND j.interval_ms IS NULL AND j.cron IS NULL) THEN clock_timestamp() END,
           last_error = CASE a.outcome WHEN 'completed' THEN NULL WHEN '' THEN j.last_error ELSE a.error END
      FROM asked a
     WHERE j.id = ANY (ARRAY[a.id]) AND j.claim_number = ANY (ARRAY[a.claim_number]) AND j.locked_by = ANY (ARRAY[a.worker])
    RETURNING j.id, j.claim_number, j.run_started_at, j.job_name, j.queue
), told AS (
    INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, queue, outcome, locked_by, error)
    SELECT f.id, f.claim_number, a.scheduled_at, f.run_started_at, clock_timestamp(), greatest(a.attempt, 1), f.job_name, f.queue,
           a.outcome, :worker, a.error
      FROM freed f JOIN asked a ON a.id = f.id
     WHERE a.outcome <> ''
    ON CONFLICT (job_id, claim_number) DO NOTHING
)
SELECT id FROM freed

--- finished-already
WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker
      FROM unnest(:ids::uuid[], :claims::bigint[], :outcomes::text[]) AS a (id, claim_number, outcome)
)
SELECT r.job_id AS id
  FROM ${baton}job_runs r JOIN asked a
    ON r.job_id = ANY (ARRAY[a.id]) AND r.claim_number = ANY (ARRAY[a.claim_number])
 WHERE r.locked_by = ANY (ARRAY[a.worker]) AND r.outcome = ANY (ARRAY[a.outcome])
