INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, capability, parent_id, scheduled_for)
OUTPUT inserted.id
SELECT CAST(:id AS uniqueidentifier), job_name, handler, queue, priority, payload, CASE WHEN :now = 1 THEN SYSUTCDATETIME() ELSE DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))) END,
       lock_timeout_ms, timeout_ms, max_attempts, retry, capability, id, DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
  FROM ${baton}jobs p
 WHERE p.id = CAST(:parent AS uniqueidentifier)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs t WHERE t.parent_id = p.id AND t.scheduled_for = DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))))
