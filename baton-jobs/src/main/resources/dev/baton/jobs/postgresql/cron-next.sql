SELECT CAST(extract(epoch FROM MIN(next_run_time) - clock_timestamp()) * 1000 AS bigint) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false
