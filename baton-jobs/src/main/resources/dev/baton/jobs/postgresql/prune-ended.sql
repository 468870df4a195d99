DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'
