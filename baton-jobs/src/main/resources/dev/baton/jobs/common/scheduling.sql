-- A run trusts its lock as long as its claim said, so a running job's lock is not shortened. A job that is defined again after
-- its row was removed goes on counting its claims where its records end: no claim number comes twice.

--- define-insert
${counted}
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, lock_timeout_ms, timeout_ms, max_attempts, retry,
                          capability, interval_ms, fixed_delay, cron, zone, catch_up, last_tick, next_run_time, claim_number)
VALUES (${id(:id)}, ${text(:job, 128)}, ${text(:handler, 128)}, ${text(:queue, 64)}, :priority, :payload, :lock_ms,
        ${number(:timeout_ms)}, ${integer(:max_attempts)}, ${text(:retry, 64)}, ${text(:capability, 64)},
        ${number(:interval_ms)}, :fixed_delay, ${text(:cron, 200)}, ${text(:zone, 64)}, ${integer(:catch_up)},
        CASE WHEN ${text(:cron, 200)} IS NULL THEN NULL ELSE ${now} END, ${now},
        (SELECT COALESCE(MAX(r.claim_number), 0) FROM ${baton}job_runs r WHERE r.job_id = ${id(:id)}))

--- define-update
${counted}
UPDATE ${baton}jobs
   SET handler = ${text(:handler, 128)}, queue = ${text(:queue, 64)}, priority = :priority, payload = :payload,
       lock_timeout_ms = CASE WHEN status = 'running' AND lock_timeout_ms > :lock_ms THEN lock_timeout_ms ELSE :lock_ms END,
       timeout_ms = ${number(:timeout_ms)},
       max_attempts = ${integer(:max_attempts)}, retry = ${text(:retry, 64)},
       capability = ${text(:capability, 64)}, fixed_delay = :fixed_delay,
       next_run_time = CASE WHEN :changed = 1 THEN ${now} ELSE ${kept_time(next_run_time)} END,
       last_tick = CASE WHEN :changed = 1 AND ${text(:cron, 200)} IS NOT NULL THEN ${now} ELSE ${kept_time(last_tick)} END,
       interval_ms = ${number(:interval_ms)}, cron = ${text(:cron, 200)}, zone = ${text(:zone, 64)},
       catch_up = ${integer(:catch_up)}
 WHERE id = ${id(:id)}

-- Between the look and the change somebody may have given the job another schedule: then last_tick is later than the one that
-- was seen, or it is no cron any more, and what follows from the look is not for this row. Times of a row are brought within
-- bounds before anybody counts with them: one that cannot be counted with would fail the look for all.

--- cron-due
SELECT id, job_name, cron, zone, catch_up, ${micros(${counted_time(last_tick)})} AS last_tick_us, ${micros(${now})} AS now_us
  FROM ${baton}jobs ${past_writers}
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = ${false} AND next_run_time <= ${now}
 ORDER BY next_run_time
 ${fetch(:at_most)}

--- cron-next
SELECT CASE WHEN MIN(next_run_time) <= ${now} THEN 0 ELSE ${millis_until(MIN(next_run_time))} END AS due_in_ms
  FROM ${baton}jobs ${past_writers}
 WHERE cron IS NOT NULL AND status = 'scheduled' AND paused = ${false} AND next_run_time < ${later(${now}, 86400000)}

--- cron-advance
UPDATE ${baton}jobs SET last_tick = ${instant(:tick)}, next_run_time = ${instant(:next)}
${output(id)}
 WHERE id = ${id(:id)} AND cron IS NOT NULL AND status = 'scheduled' AND paused = ${false}
   AND (last_tick IS NULL OR last_tick < ${instant(:tick)})

--- cron-skip
UPDATE ${baton}jobs SET next_run_time = ${instant(:next)}, last_tick = COALESCE(${kept_time(last_tick)}, ${now})
${output(id)}
 WHERE id = ${id(:id)} AND cron IS NOT NULL AND status = 'scheduled' AND paused = ${false}
   AND (last_tick IS NULL OR ${counted_time(last_tick)} < ${instant(:beyond)})

--- tick-insert
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
${output(id)}
SELECT ${id(:id)}, job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN ${now} ELSE ${instant(:tick)} END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, ${instant(:tick)}
  FROM ${baton}jobs p
 WHERE p.id = ${id(:parent)}
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = ${instant(:tick)})
   AND NOT EXISTS (SELECT 1 FROM ${baton}job_runs r WHERE r.job_id = ${id(:id)})
