INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by, error)
SELECT id, claim_number, COALESCE(scheduled_for, next_run_time), run_started_at, CURRENT_TIMESTAMP(6), attempt, job_name, :outcome, :worker, :error
  FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim
