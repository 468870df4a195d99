--- define-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time)
VALUES (CAST(:id AS uniqueidentifier), CAST(:job AS varchar(128)), CAST(:handler AS varchar(128)), CAST(:queue AS varchar(64)), :priority, :payload, :lock_ms, CAST(:timeout_ms AS bigint),
        CAST(:max_attempts AS integer), CAST(:retry AS varchar(64)), CAST(:capability AS varchar(64)),
        CAST(:interval_ms AS bigint), :fixed_delay, CAST(:cron AS varchar(200)), CAST(:zone AS varchar(64)),
        CAST(:catch_up AS integer),
        CASE WHEN CAST(:cron AS varchar(200)) IS NULL THEN NULL ELSE SYSUTCDATETIME() END, SYSUTCDATETIME())

--- define-update
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

--- cron-due
SELECT id, job_name, cron, zone, catch_up, DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), last_tick) AS last_tick_us, DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), SYSUTCDATETIME()) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = 0 AND next_run_time <= SYSUTCDATETIME()
 ORDER BY next_run_time
 OFFSET 0 ROWS FETCH NEXT :at_most ROWS ONLY

--- cron-next
SELECT DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), MIN(next_run_time)) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = 0

--- cron-advance
UPDATE ${baton}jobs SET last_tick = DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))), next_run_time = DATEADD(MICROSECOND, (:next) % 1000000, DATEADD(SECOND, (:next) / 1000000 % 86400, DATEADD(DAY, (:next) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'scheduled' AND paused = 0
   AND (last_tick IS NULL OR last_tick < DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))))

--- cron-skip
UPDATE ${baton}jobs SET next_run_time = DATEADD(MICROSECOND, (:next) % 1000000, DATEADD(SECOND, (:next) / 1000000 % 86400, DATEADD(DAY, (:next) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))), last_tick = COALESCE(last_tick, SYSUTCDATETIME())
 WHERE id = CAST(:id AS uniqueidentifier)

--- tick-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
OUTPUT inserted.id
SELECT CAST(:id AS uniqueidentifier), job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN SYSUTCDATETIME() ELSE DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))) END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
  FROM ${baton}jobs p
 WHERE p.id = CAST(:parent AS uniqueidentifier)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))))
