UPDATE ${baton}jobs SET paused = 1 WHERE id = CAST(:id AS uniqueidentifier)
