UPDATE ${baton}jobs SET next_run_time = SYSUTCDATETIME(), not_before = NULL
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'scheduled' AND cron IS NULL
