UPDATE ${baton}jobs SET last_tick = DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), next_run_time = DATEADD('MICROSECOND', :next, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
 WHERE id = CAST(:id AS uuid) AND status = 'scheduled' AND paused = false
   AND (last_tick IS NULL OR last_tick < DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'))
