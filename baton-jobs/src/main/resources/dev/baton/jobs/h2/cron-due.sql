SELECT id, job_name, cron, zone, catch_up, CAST(DATEDIFF('MICROSECOND', TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', last_tick) AS bigint) AS last_tick_us, CAST(DATEDIFF('MICROSECOND', TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z', CURRENT_TIMESTAMP(6)) AS bigint) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false AND next_run_time <= CURRENT_TIMESTAMP(6)
 ORDER BY next_run_time
 LIMIT :at_most
