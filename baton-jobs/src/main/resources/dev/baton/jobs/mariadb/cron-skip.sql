UPDATE ${baton}jobs SET next_run_time = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:next) MICROSECOND, last_tick = COALESCE(last_tick, UTC_TIMESTAMP(6))
 WHERE id = :id
