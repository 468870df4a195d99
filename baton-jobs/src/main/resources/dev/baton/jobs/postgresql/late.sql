UPDATE ${baton}job_runs SET late_outcome = :outcome, late_at = clock_timestamp()
 WHERE job_id = CAST(:id AS uuid) AND claim_number = :claim
