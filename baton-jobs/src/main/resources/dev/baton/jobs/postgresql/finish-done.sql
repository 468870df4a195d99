-- Claims of one number, looked up by one walk through the key's index. The array comes out of a query so that the planner
-- takes it for a short one and never reads the whole table for it; planned anew each time, so that it knows how large the
-- table is now.
WITH done AS (
    DELETE FROM ${baton}jobs j
     WHERE j.id = ANY (ARRAY(SELECT unnest(:ids::uuid[]))) AND j.claim_number = :claim AND j.locked_by = :worker
    RETURNING j.id, j.claim_number, j.next_run_time, j.scheduled_for, j.run_started_at, j.attempt, j.job_name
)
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by)
SELECT id, claim_number, coalesce(scheduled_for, next_run_time), run_started_at, clock_timestamp(), attempt, job_name,
       'completed', :worker
  FROM done
