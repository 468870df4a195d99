UPDATE ${baton}jobs SET status = 'cancelled', finished_at = CURRENT_TIMESTAMP(6)
 WHERE id = CAST(:id AS uuid) AND status IN ('scheduled', 'dead')
