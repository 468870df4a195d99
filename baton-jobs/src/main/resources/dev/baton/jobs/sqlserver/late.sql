UPDATE ${baton}job_runs SET late_outcome = :outcome, late_at = SYSUTCDATETIME()
 WHERE job_id = CAST(:id AS uniqueidentifier) AND claim_number = :claim
