UPDATE ${baton}jobs SET next_run_time = timestamptz 'epoch' + :next * interval '1 microsecond', last_tick = COALESCE(last_tick, clock_timestamp())
 WHERE id = CAST(:id AS uuid)
