-- The claims are looked up one by one by their ids, whatever the planner thinks of the table's statistics, which are
-- never right for a queue: every condition is one between two tables that no hash join can serve.
WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker FROM unnest(:ids::uuid[], :claims::bigint[]) AS a (id, claim_number)
), done AS (
    DELETE FROM ${baton}jobs j USING asked a
     WHERE j.id = ANY (ARRAY[a.id]) AND j.claim_number = ANY (ARRAY[a.claim_number]) AND j.locked_by = ANY (ARRAY[a.worker])
    RETURNING j.id, j.claim_number, j.next_run_time, j.scheduled_for, j.run_started_at, j.attempt, j.job_name
)
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by)
SELECT id, claim_number, coalesce(scheduled_for, next_run_time), run_started_at, clock_timestamp(), attempt, job_name,
       'completed', :worker
  FROM done
