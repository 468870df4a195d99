UPDATE ${baton}jobs SET cancel_requested = true WHERE id = CAST(:id AS uuid) AND status = 'running'
