DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
