UPDATE ${baton}job_runs SET late_outcome = CAST(:outcome AS varchar(16)), late_at = SYSUTCDATETIME()
 WHERE job_id = CAST(:id AS uniqueidentifier) AND claim_number = :claim
