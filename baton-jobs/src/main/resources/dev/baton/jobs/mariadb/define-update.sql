UPDATE ${baton}jobs
   SET handler = :handler, queue = :queue, priority = :priority, payload = :payload, lock_timeout_ms = :lock_ms,
       timeout_ms = CAST(:timeout_ms AS signed),
       max_attempts = CAST(:max_attempts AS signed), retry = :retry,
       capability = :capability, fixed_delay = :fixed_delay,
       next_run_time = CASE WHEN :changed = 1 THEN UTC_TIMESTAMP(6) ELSE next_run_time END,
       last_tick = CASE WHEN :changed = 1 AND :cron IS NOT NULL THEN UTC_TIMESTAMP(6) ELSE last_tick END,
       interval_ms = CAST(:interval_ms AS signed), cron = :cron, zone = :zone,
       catch_up = CAST(:catch_up AS signed)
 WHERE id = :id
