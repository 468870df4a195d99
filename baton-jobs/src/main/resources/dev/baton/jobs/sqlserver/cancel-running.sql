UPDATE ${baton}jobs SET cancel_requested = 1 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'running'
