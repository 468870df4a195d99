DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))
