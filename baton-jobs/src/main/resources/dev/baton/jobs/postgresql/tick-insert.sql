INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
SELECT CAST(:id AS uuid), job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN clock_timestamp() ELSE timestamptz 'epoch' + :tick * interval '1 microsecond' END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, timestamptz 'epoch' + :tick * interval '1 microsecond'
  FROM ${baton}jobs p
 WHERE p.id = CAST(:parent AS uuid)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = timestamptz 'epoch' + :tick * interval '1 microsecond')
