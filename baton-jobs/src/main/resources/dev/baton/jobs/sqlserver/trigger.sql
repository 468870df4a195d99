UPDATE ${baton}jobs SET next_run_time = SYSUTCDATETIME(), not_before = NULL
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'scheduled' AND cron IS NULL
