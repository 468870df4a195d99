SELECT DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), MIN(next_run_time)) + 1 AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0 AND next_run_time > SYSUTCDATETIME()
