UPDATE ${baton}jobs
   SET status = 'running', locked_by = :worker, locked_at = clock_timestamp(), run_started_at = clock_timestamp(),
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = false,
       lock_timeout_ms = greatest(lock_timeout_ms, :min_lock_ms)
 WHERE ctid = ANY (ARRAY(
       SELECT d.tid
         FROM unnest(:queues::text[], :priorities::int[], :froms::timestamptz[]) AS l (queue, priority, due_from)
        CROSS JOIN LATERAL (
              SELECT j.ctid AS tid
                FROM ${baton}jobs j
               WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
                 AND j.queue = l.queue AND j.priority = l.priority
                 AND j.next_run_time >= l.due_from AND j.next_run_time <= statement_timestamp()
                 AND (j.not_before IS NULL OR j.not_before <= statement_timestamp())
                 AND coalesce(j.handler, j.job_name) = ANY (:handlers::text[])
                 AND (j.capability IS NULL OR j.capability = ANY (:capabilities::text[]))
               ORDER BY j.next_run_time
               LIMIT :wanted
                 FOR UPDATE SKIP LOCKED) AS d
        WHERE l.queue <> ALL (ARRAY(SELECT q.queue FROM ${baton}job_queues q))
        LIMIT :wanted))
RETURNING id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
          lock_timeout_ms, interval_ms, fixed_delay, unique_key, parent_id, next_run_time, scheduled_for, run_started_at, traceparent
