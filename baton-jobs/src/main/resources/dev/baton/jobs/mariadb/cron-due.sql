SELECT id, job_name, cron, zone, catch_up, TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', last_tick) AS last_tick_us, TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false AND next_run_time <= UTC_TIMESTAMP(6)
 ORDER BY next_run_time
 LIMIT :at_most
