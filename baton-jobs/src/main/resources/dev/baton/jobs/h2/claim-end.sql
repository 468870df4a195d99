SELECT id FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
 FOR UPDATE
