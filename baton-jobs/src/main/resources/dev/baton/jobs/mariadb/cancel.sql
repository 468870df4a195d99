UPDATE ${baton}jobs SET status = 'cancelled', finished_at = UTC_TIMESTAMP(6)
 WHERE id = :id AND status IN ('scheduled', 'dead')
