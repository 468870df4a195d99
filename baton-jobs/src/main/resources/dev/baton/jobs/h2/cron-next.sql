SELECT DATEDIFF('MILLISECOND', CURRENT_TIMESTAMP(6), MIN(next_run_time)) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false
