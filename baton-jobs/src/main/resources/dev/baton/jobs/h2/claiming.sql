--- now
SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AS now_us

--- lane-next
SELECT queue FROM ${baton}jobs WHERE status = 'scheduled' AND queue > :after ORDER BY status, queue FETCH FIRST ROW ONLY

--- next-due
SELECT CAST(CEIL(EXTRACT(EPOCH FROM next_run_time - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time > CURRENT_TIMESTAMP(6)
 ORDER BY status, next_run_time
 FETCH FIRST ROW ONLY

--- claim-select
SELECT id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
       lock_timeout_ms, interval_ms, fixed_delay, unique_key, next_run_time, scheduled_for, CURRENT_TIMESTAMP(6) AS started_at, traceparent
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false
   AND next_run_time <= CURRENT_TIMESTAMP(6) AND (not_before IS NULL OR not_before <= CURRENT_TIMESTAMP(6))
   AND queue NOT IN (SELECT q.queue FROM ${baton}job_queues q)
   AND LOCATE(',' || queue || ',', :queues) > 0
   AND LOCATE(',' || COALESCE(handler, job_name) || ',', :handlers) > 0
   AND (capability IS NULL OR LOCATE(',' || capability || ',', :capabilities) > 0)
 ORDER BY priority DESC, next_run_time
 LIMIT :wanted
   FOR UPDATE SKIP LOCKED

--- claim-take
UPDATE ${baton}jobs
   SET status = 'running', locked_by = :worker, locked_at = CURRENT_TIMESTAMP(6), run_started_at = CURRENT_TIMESTAMP(6),
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = false,
       lock_timeout_ms = CASE WHEN lock_timeout_ms < :min_lock_ms THEN :min_lock_ms ELSE lock_timeout_ms END
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND status = 'scheduled'

--- claim-end
SELECT id FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
 FOR UPDATE

--- claim-hold
SELECT id FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
   AND :bound_ms = :bound_ms
 FOR UPDATE

--- beat-lock
SELECT cancel_requested FROM ${baton}jobs
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
 FOR UPDATE SKIP LOCKED

--- beat
UPDATE ${baton}jobs SET locked_at = CURRENT_TIMESTAMP(6), progress = :progress WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'

--- cancel-asked
SELECT id, claim_number FROM ${baton}jobs WHERE locked_by = :worker AND status = 'running' AND cancel_requested = true

--- still-mine
SELECT id FROM ${baton}jobs WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND locked_by = :worker AND status = 'running'

--- late
UPDATE ${baton}job_runs SET late_outcome = :outcome, late_at = CURRENT_TIMESTAMP(6)
 WHERE job_id = CAST(:id AS uuid) AND claim_number = :claim

--- unhandled
SELECT COALESCE(handler, job_name) AS handler, COUNT(*) AS due
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time <= CURRENT_TIMESTAMP(6)
   AND NOT (LOCATE(',' || COALESCE(handler, job_name) || ',', :handlers) > 0)
 GROUP BY COALESCE(handler, job_name)

--- reclaim-select
SELECT id, job_name, claim_number, locked_by, interval_ms, attempt, max_attempts
  FROM ${baton}jobs
 WHERE status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR DATEADD('MILLISECOND', lock_timeout_ms, locked_at) < CURRENT_TIMESTAMP(6))
 LIMIT 500
   FOR UPDATE SKIP LOCKED

--- reclaim-free
UPDATE ${baton}jobs
   SET status = :status, locked_by = NULL, locked_at = NULL, cancel_requested = false, last_error = :error,
       finished_at = CASE WHEN :status = 'dead' THEN CURRENT_TIMESTAMP(6) ELSE NULL END
 WHERE id = CAST(:id AS uuid) AND claim_number = :claim AND status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR DATEADD('MILLISECOND', lock_timeout_ms, locked_at) < CURRENT_TIMESTAMP(6))
