SELECT job_id, claim_number, job_name, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_id = CAST(:id AS uniqueidentifier)
 ORDER BY claim_number DESC
 OFFSET 0 ROWS FETCH NEXT :at_most ROWS ONLY
