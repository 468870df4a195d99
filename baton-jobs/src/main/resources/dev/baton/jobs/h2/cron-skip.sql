UPDATE ${baton}jobs SET next_run_time = DATEADD('MICROSECOND', :next, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), last_tick = COALESCE(last_tick, CURRENT_TIMESTAMP(6))
 WHERE id = CAST(:id AS uuid)
