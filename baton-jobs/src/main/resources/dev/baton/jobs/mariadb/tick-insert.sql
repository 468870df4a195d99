INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
SELECT :id, job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN UTC_TIMESTAMP(6) ELSE TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND
  FROM ${baton}jobs p
 WHERE p.id = :parent
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:tick) MICROSECOND)
