UPDATE ${baton}jobs SET paused = 1
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier)
