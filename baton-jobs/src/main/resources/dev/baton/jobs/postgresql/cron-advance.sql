UPDATE ${baton}jobs SET last_tick = timestamptz 'epoch' + :tick * interval '1 microsecond', next_run_time = timestamptz 'epoch' + :next * interval '1 microsecond'
 WHERE id = CAST(:id AS uuid) AND status = 'scheduled' AND paused = false
   AND (last_tick IS NULL OR last_tick < timestamptz 'epoch' + :tick * interval '1 microsecond')
