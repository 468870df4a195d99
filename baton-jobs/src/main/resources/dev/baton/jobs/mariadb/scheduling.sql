--- define-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time)
VALUES (:id, :job, :handler, :queue, :priority, :payload, :lock_ms, CAST(:timeout_ms AS signed),
        CAST(:max_attempts AS signed), :retry, :capability,
        CAST(:interval_ms AS signed), :fixed_delay, :cron, :zone,
        CAST(:catch_up AS signed),
        CASE WHEN :cron IS NULL THEN NULL ELSE UTC_TIMESTAMP(6) END, UTC_TIMESTAMP(6))

--- define-update
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

--- cron-due
SELECT id, job_name, cron, zone, catch_up, TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', last_tick) AS last_tick_us, TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false AND next_run_time <= UTC_TIMESTAMP(6)
 ORDER BY next_run_time
 LIMIT :at_most

--- cron-next
SELECT (TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), MIN(next_run_time)) DIV 1000) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false

--- cron-advance
UPDATE ${baton}jobs SET last_tick = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND, next_run_time = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:next) MICROSECOND
 WHERE id = :id AND status = 'scheduled' AND paused = false
   AND (last_tick IS NULL OR last_tick < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND)

--- cron-skip
UPDATE ${baton}jobs SET next_run_time = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:next) MICROSECOND, last_tick = COALESCE(last_tick, UTC_TIMESTAMP(6))
 WHERE id = :id

--- tick-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
SELECT :id, job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN UTC_TIMESTAMP(6) ELSE TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND
  FROM ${baton}jobs p
 WHERE p.id = :parent
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND)
