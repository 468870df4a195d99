UPDATE ${baton}jobs
   SET handler = :handler, queue = :queue, priority = :priority, payload = :payload, lock_timeout_ms = :lock_ms,
       timeout_ms = CAST(:timeout_ms AS bigint),
       max_attempts = CAST(:max_attempts AS integer), retry = :retry,
       capability = :capability, fixed_delay = :fixed_delay,
       next_run_time = CASE WHEN :changed = 1 THEN SYSUTCDATETIME() ELSE next_run_time END,
       last_tick = CASE WHEN :changed = 1 AND :cron IS NOT NULL THEN SYSUTCDATETIME() ELSE last_tick END,
       interval_ms = CAST(:interval_ms AS bigint), cron = :cron, zone = :zone,
       catch_up = CAST(:catch_up AS integer)
 WHERE id = CAST(:id AS uniqueidentifier)
