DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND
