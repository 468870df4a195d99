-- Where the session has set XACT_ABORT, an insert that is refused undoes the caller's whole transaction, so this one looks
-- first.

--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
OUTPUT inserted.id
SELECT n.id, CAST(:job AS varchar(128)), CAST(:handler AS varchar(128)), CAST(:queue AS varchar(64)), :priority, :payload,
       CASE WHEN :now = 1 THEN ${now} ELSE ${instant(:run_at)} END,
       :lock_ms, CAST(:timeout_ms AS bigint), CAST(:max_attempts AS integer), CAST(:retry AS varchar(64)), CAST(:unique_key AS nvarchar(200)),
       CAST(:capability AS varchar(64)), CAST(:traceparent AS varchar(55))
  FROM (SELECT CAST(:id AS uniqueidentifier) AS id) n
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}jobs j WHERE j.id = n.id)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs j
                    WHERE j.job_name = CAST(:job AS varchar(128)) AND j.unique_key = CAST(:unique_key AS nvarchar(200)))

--- list-mark
SAVE TRANSACTION baton_list

--- list-undo
ROLLBACK TRANSACTION baton_list
