UPDATE ${baton}jobs SET status = 'cancelled', finished_at = SYSUTCDATETIME()
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status IN ('scheduled', 'dead')
