SELECT TOP (1) DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), next_run_time) + 1 AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0 AND next_run_time > SYSUTCDATETIME()
 ORDER BY next_run_time
