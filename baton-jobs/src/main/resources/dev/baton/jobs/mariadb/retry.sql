UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = UTC_TIMESTAMP(6), not_before = NULL, finished_at = NULL
 WHERE id = :id AND cron IS NULL AND status IN ('scheduled', 'dead', 'cancelled')
