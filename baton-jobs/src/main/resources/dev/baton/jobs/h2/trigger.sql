UPDATE ${baton}jobs SET next_run_time = CURRENT_TIMESTAMP(6), not_before = NULL
 WHERE id = CAST(:id AS uuid) AND status = 'scheduled' AND cron IS NULL
