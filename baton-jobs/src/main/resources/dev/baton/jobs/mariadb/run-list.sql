SELECT job_id, claim_number, job_name, attempt, scheduled_at, started_at, finished_at, outcome, locked_by, error, late_outcome, late_at
  FROM ${baton}job_runs
 WHERE job_id = :id
 ORDER BY claim_number DESC
 LIMIT :at_most
