SELECT DATEDIFF('MILLISECOND', CURRENT_TIMESTAMP(6), next_run_time) + 1 AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time > CURRENT_TIMESTAMP(6)
 ORDER BY status, next_run_time
 FETCH FIRST ROW ONLY
