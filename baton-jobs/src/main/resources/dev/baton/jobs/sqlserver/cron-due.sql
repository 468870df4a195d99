SELECT id, job_name, cron, zone, catch_up, DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), last_tick) AS last_tick_us, DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), SYSUTCDATETIME()) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = 0 AND next_run_time <= SYSUTCDATETIME()
 ORDER BY next_run_time
 OFFSET 0 ROWS FETCH NEXT :at_most ROWS ONLY
