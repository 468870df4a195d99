UPDATE ${baton}job_runs SET late_outcome = :outcome, late_at = UTC_TIMESTAMP(6)
 WHERE job_id = :id AND claim_number = :claim
