-- What the first programs wrote about jobs. These were released: they are never changed.

--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
VALUES (${id(:id)}, :job, :handler, :queue, :priority, :payload,
        CASE WHEN :now = 1 THEN ${now} ELSE ${instant(:run_at)} END, :lock_ms, ${number(:timeout_ms)},
        ${integer(:max_attempts)}, :retry, :unique_key, :capability, :traceparent)

--- claim-select
SELECT ${top(:wanted)} id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
       lock_timeout_ms, interval_ms, unique_key, next_run_time, scheduled_for, ${now} AS started_at, traceparent
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = ${false}
   AND next_run_time <= ${now} AND (not_before IS NULL OR not_before <= ${now})
   AND attempt < 2147483647 AND claim_number < 9223372036854775807
   AND queue NOT IN (SELECT q.queue FROM ${baton}job_queues q)
   AND ${listed(queue, :queues)}
   AND ${listed(COALESCE(handler, job_name), :handlers)}
   AND (capability IS NULL OR ${listed(capability, :capabilities)})
 ORDER BY priority DESC, next_run_time
 ${limit(:wanted)}
 ${skip_locked}

--- claim-take
UPDATE ${baton}jobs
   SET status = 'running', locked_by = ${text(:worker, 128)}, locked_at = ${now}, run_started_at = ${now},
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = ${false},
       lock_timeout_ms = CASE WHEN lock_timeout_ms < :min_lock_ms THEN :min_lock_ms ELSE lock_timeout_ms END
${output(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND status = 'scheduled'

--- claim-end
SELECT id FROM ${baton}jobs
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
 ${for_update}

--- run-insert
INSERT INTO ${baton}job_runs (job_id, claim_number, scheduled_at, started_at, finished_at, attempt, job_name, outcome, locked_by, error)
SELECT j.id, j.claim_number, COALESCE(j.scheduled_for, j.next_run_time), j.run_started_at, ${now}, j.attempt, j.job_name,
       ${text(:outcome, 16)}, ${text(:worker, 128)}, :error
  FROM ${baton}jobs j
 WHERE j.id = ${id(:id)} AND j.claim_number = :claim
   AND NOT EXISTS (SELECT 1 FROM ${baton}job_runs r WHERE r.job_id = j.id AND r.claim_number = j.claim_number)

--- finish-delete
DELETE FROM ${baton}jobs
${output_deleted(id)}
 WHERE id = ${id(:id)} AND claim_number = :claim AND locked_by = ${text(:worker, 128)} AND status = 'running'
