UPDATE ${baton}jobs SET last_tick = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND, next_run_time = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:next) MICROSECOND
 WHERE id = :id AND status = 'scheduled' AND paused = false
   AND (last_tick IS NULL OR last_tick < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND)
