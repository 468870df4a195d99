UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = clock_timestamp(), not_before = NULL, finished_at = NULL
 WHERE id = CAST(:id AS uuid) AND cron IS NULL AND status IN ('scheduled', 'dead', 'cancelled')
