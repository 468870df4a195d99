--- define-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time)
VALUES (CAST(:id AS uuid), :job, :handler, :queue, :priority, :payload, :lock_ms, CAST(:timeout_ms AS bigint),
        CAST(:max_attempts AS integer), :retry, :capability,
        CAST(:interval_ms AS bigint), :fixed_delay, :cron, :zone,
        CAST(:catch_up AS integer),
        CASE WHEN :cron IS NULL THEN NULL ELSE CURRENT_TIMESTAMP(6) END, CURRENT_TIMESTAMP(6))

--- define-update
UPDATE ${baton}jobs
   SET handler = :handler, queue = :queue, priority = :priority, payload = :payload, lock_timeout_ms = :lock_ms,
       timeout_ms = CAST(:timeout_ms AS bigint),
       max_attempts = CAST(:max_attempts AS integer), retry = :retry,
       capability = :capability, fixed_delay = :fixed_delay,
       next_run_time = CASE WHEN :changed = 1 THEN CURRENT_TIMESTAMP(6) ELSE next_run_time END,
       last_tick = CASE WHEN :changed = 1 AND :cron IS NOT NULL THEN CURRENT_TIMESTAMP(6) ELSE last_tick END,
       interval_ms = CAST(:interval_ms AS bigint), cron = :cron, zone = :zone,
       catch_up = CAST(:catch_up AS integer)
 WHERE id = CAST(:id AS uuid)

--- cron-due
SELECT id, job_name, cron, zone, catch_up, CAST(EXTRACT(EPOCH FROM last_tick) * 1000000 AS bigint) AS last_tick_us, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AS now_us
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false AND next_run_time <= CURRENT_TIMESTAMP(6)
 ORDER BY next_run_time
 LIMIT :at_most

--- cron-next
SELECT CAST(CEIL(EXTRACT(EPOCH FROM MIN(next_run_time) - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_in_ms
  FROM ${baton}jobs
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = false

--- cron-advance
UPDATE ${baton}jobs SET last_tick = DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), next_run_time = DATEADD('MICROSECOND', :next, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
 WHERE id = CAST(:id AS uuid) AND status = 'scheduled' AND paused = false
   AND (last_tick IS NULL OR last_tick < DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'))

--- cron-skip
UPDATE ${baton}jobs SET next_run_time = DATEADD('MICROSECOND', :next, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), last_tick = COALESCE(last_tick, CURRENT_TIMESTAMP(6))
 WHERE id = CAST(:id AS uuid)

--- tick-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
SELECT CAST(:id AS uuid), job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN CURRENT_TIMESTAMP(6) ELSE DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
  FROM ${baton}jobs p
 WHERE p.id = CAST(:parent AS uuid)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = DATEADD('MICROSECOND', :tick, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'))
