SELECT id, job_name, cron, zone, catch_up, CAST(EXTRACT(EPOCH FROM last_tick) * 1000000 AS bigint) AS last_tick_us, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false AND next_run_time <= CURRENT_TIMESTAMP(6)
 ORDER BY next_run_time
 LIMIT :at_most
