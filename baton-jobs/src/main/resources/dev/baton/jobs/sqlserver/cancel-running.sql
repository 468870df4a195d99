UPDATE ${baton}jobs SET cancel_requested = 1
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'running'
