SELECT CAST(CEIL(EXTRACT(EPOCH FROM next_run_time - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time > CURRENT_TIMESTAMP(6)
 ORDER BY status, next_run_time
 FETCH FIRST ROW ONLY
