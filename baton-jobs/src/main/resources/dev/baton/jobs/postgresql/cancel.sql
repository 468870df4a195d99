UPDATE ${baton}jobs SET status = 'cancelled', finished_at = clock_timestamp()
 WHERE id = CAST(:id AS uuid) AND status IN ('scheduled', 'dead')
