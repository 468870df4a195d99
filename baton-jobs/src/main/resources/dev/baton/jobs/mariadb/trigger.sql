UPDATE ${baton}jobs SET next_run_time = UTC_TIMESTAMP(6), not_before = NULL
 WHERE id = :id AND status = 'scheduled' AND cron IS NULL
