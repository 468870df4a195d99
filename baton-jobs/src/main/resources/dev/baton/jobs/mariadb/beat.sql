UPDATE ${baton}jobs SET locked_at = UTC_TIMESTAMP(6), progress = :progress WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
