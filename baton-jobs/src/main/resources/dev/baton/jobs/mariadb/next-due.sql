SELECT (TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_run_time) DIV 1000) + 1 AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time > UTC_TIMESTAMP(6)
 ORDER BY next_run_time
 LIMIT 1
