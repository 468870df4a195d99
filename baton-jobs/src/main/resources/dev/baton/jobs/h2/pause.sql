UPDATE ${baton}jobs SET paused = true WHERE id = CAST(:id AS uuid)
