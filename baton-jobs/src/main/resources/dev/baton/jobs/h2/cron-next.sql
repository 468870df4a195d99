SELECT CAST(CEIL(EXTRACT(EPOCH FROM MIN(next_run_time) - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false
