SELECT job_id FROM ${baton}job_runs
 WHERE job_id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND outcome = CAST(:outcome AS varchar(16)) AND locked_by = CAST(:worker AS varchar(128))
