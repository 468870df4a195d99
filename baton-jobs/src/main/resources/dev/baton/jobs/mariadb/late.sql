UPDATE ${baton}job_runs SET late_outcome = :outcome, late_at = UTC_TIMESTAMP(6)
 WHERE job_id = CAST(:id AS uuid) AND claim_number = :claim
