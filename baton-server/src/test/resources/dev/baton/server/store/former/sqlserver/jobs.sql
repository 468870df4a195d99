-- What the first programs wrote about jobs. These were released: they are never changed.

--- claim-end
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @worker varchar(128) = :worker,
        @lock varchar(255), @begun int, @granted int;
SET @lock = LOWER('${baton_name}job-') + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = 10000;
IF @granted < 0
    THROW 51222, 'a fenced transaction of this claim is still open', 1;
SELECT id FROM ${baton}jobs WHERE id = @id AND claim_number = @claim AND locked_by = @worker AND status = 'running';
SET NOCOUNT OFF

--- enqueue-one
INSERT INTO ${baton}jobs (id, job_name, handler, queue, priority, payload, next_run_time, lock_timeout_ms, timeout_ms,
                          max_attempts, retry, unique_key, capability, traceparent)
OUTPUT inserted.id
SELECT n.id, n.job_name, CAST(:handler AS varchar(128)), CAST(:queue AS varchar(64)), :priority, :payload,
       CASE WHEN :now = 1 THEN ${now} ELSE ${instant(:run_at)} END,
       :lock_ms, CAST(:timeout_ms AS bigint), CAST(:max_attempts AS integer), CAST(:retry AS varchar(64)), n.unique_key,
       CAST(:capability AS varchar(64)), CAST(:traceparent AS varchar(55))
  FROM (SELECT CAST(:id AS uniqueidentifier) AS id, CAST(:job AS varchar(128)) AS job_name,
               CAST(:unique_key AS nvarchar(200)) AS unique_key) n
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}jobs j WHERE j.id = n.id)
   AND NOT EXISTS (SELECT 1 FROM ${baton}jobs j WHERE j.job_name = n.job_name AND j.unique_key = n.unique_key)
