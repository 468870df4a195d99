UPDATE ${baton}jobs SET next_run_time = clock_timestamp(), not_before = NULL
 WHERE id = CAST(:id AS uuid) AND status = 'scheduled' AND cron IS NULL
