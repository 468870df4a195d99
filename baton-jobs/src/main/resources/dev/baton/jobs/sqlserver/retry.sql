UPDATE ${baton}jobs
   SET status = 'scheduled', attempt = 0, next_run_time = SYSUTCDATETIME(), not_before = NULL, finished_at = NULL
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND cron IS NULL AND status IN ('scheduled', 'dead', 'cancelled')
