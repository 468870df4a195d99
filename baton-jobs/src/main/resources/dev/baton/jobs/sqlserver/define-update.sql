UPDATE ${baton}jobs
   SET handler = CAST(:handler AS varchar(128)), queue = CAST(:queue AS varchar(64)), priority = :priority, payload = :payload, lock_timeout_ms = :lock_ms,
       timeout_ms = CAST(:timeout_ms AS bigint),
       max_attempts = CAST(:max_attempts AS integer), retry = CAST(:retry AS varchar(64)),
       capability = CAST(:capability AS varchar(64)), fixed_delay = :fixed_delay,
       next_run_time = CASE WHEN :changed = 1 THEN SYSUTCDATETIME() ELSE next_run_time END,
       last_tick = CASE WHEN :changed = 1 AND CAST(:cron AS varchar(200)) IS NOT NULL THEN SYSUTCDATETIME() ELSE last_tick END,
       interval_ms = CAST(:interval_ms AS bigint), cron = CAST(:cron AS varchar(200)), zone = CAST(:zone AS varchar(64)),
       catch_up = CAST(:catch_up AS integer)
 WHERE id = CAST(:id AS uniqueidentifier)
