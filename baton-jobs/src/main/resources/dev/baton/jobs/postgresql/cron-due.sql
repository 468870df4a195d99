SELECT id, job_name, cron, zone, catch_up, CAST(extract(epoch FROM last_tick) * 1000000 AS bigint) AS last_tick_us, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false AND next_run_time <= clock_timestamp()
 ORDER BY next_run_time
 LIMIT :at_most
