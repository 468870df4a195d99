SELECT job_id FROM ${baton}job_runs
 WHERE job_id = :id AND claim_number = :claim AND outcome = :outcome AND locked_by = :worker
