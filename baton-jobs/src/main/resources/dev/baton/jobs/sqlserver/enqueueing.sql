--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
OUTPUT inserted.id
SELECT n.id, n.job_name, CAST(:handler AS varchar(128)), CAST(:queue AS varchar(64)), :priority, :payload,
       CASE WHEN :now = 1 THEN SYSUTCDATETIME()
            ELSE DATEADD(MICROSECOND, (:run_at) % 1000000, DATEADD(SECOND, (:run_at) / 1000000 % 86400, DATEADD(DAY, (:run_at) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))) END,
       :lock_ms, CAST(:timeout_ms AS bigint), CAST(:max_attempts AS integer), CAST(:retry AS varchar(64)), n.unique_key,
       CAST(:capability AS varchar(64)), CAST(:traceparent AS varchar(55))
  FROM (SELECT CAST(:id AS uniqueidentifier) AS id, CAST(:job AS varchar(128)) AS job_name,
               CAST(:unique_key AS varchar(200)) AS unique_key) n
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}jobs j WHERE j.id = n.id)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs j WHERE j.job_name = n.job_name AND j.unique_key = n.unique_key)

--- find-unique
SELECT id FROM ${baton}jobs WHERE job_name = CAST(:job AS varchar(128)) AND unique_key = CAST(:unique_key AS varchar(200))

--- find-id
SELECT id FROM ${baton}jobs WHERE id = CAST(:id AS uniqueidentifier)
