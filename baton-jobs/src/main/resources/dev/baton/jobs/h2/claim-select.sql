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
