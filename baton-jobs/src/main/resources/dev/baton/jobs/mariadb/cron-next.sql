SELECT (TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), MIN(next_run_time)) DIV 1000) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false
