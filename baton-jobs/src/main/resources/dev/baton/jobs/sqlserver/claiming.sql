--- now
SELECT DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), SYSUTCDATETIME()) AS now_us

--- lane-next
SELECT TOP (1) queue FROM ${baton}jobs WHERE status = 'scheduled' AND queue > CAST(:after AS varchar(64)) ORDER BY queue

--- next-due
SELECT TOP (1) DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), next_run_time) + 1 AS due_in_ms
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0 AND next_run_time > SYSUTCDATETIME()
 ORDER BY next_run_time

--- claim-select
SELECT TOP (:wanted) id, job_name, handler, queue, priority, payload, claim_number, attempt, max_attempts, retry, timeout_ms,
       lock_timeout_ms, interval_ms, fixed_delay, unique_key, next_run_time, scheduled_for, SYSUTCDATETIME() AS started_at, traceparent
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0
   AND next_run_time <= SYSUTCDATETIME() AND (not_before IS NULL OR not_before <= SYSUTCDATETIME())
   AND queue NOT IN (SELECT q.queue FROM ${baton}job_queues q)
   AND CHARINDEX(',' + queue + ',', CAST(:queues AS varchar(max))) > 0
   AND CHARINDEX(',' + COALESCE(handler, job_name) + ',', CAST(:handlers AS varchar(max))) > 0
   AND (capability IS NULL OR CHARINDEX(',' + capability + ',', CAST(:capabilities AS varchar(max))) > 0)
 ORDER BY priority DESC, next_run_time

--- claim-take
UPDATE ${baton}jobs
   SET status = 'running', locked_by = CAST(:worker AS varchar(128)), locked_at = SYSUTCDATETIME(), run_started_at = SYSUTCDATETIME(),
       claim_number = claim_number + 1, attempt = attempt + 1, not_before = NULL, cancel_requested = 0,
       lock_timeout_ms = CASE WHEN lock_timeout_ms < :min_lock_ms THEN :min_lock_ms ELSE lock_timeout_ms END
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND status = 'scheduled'

--- claim-end
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @worker varchar(128) = :worker,
        @lock varchar(255), @begun int, @granted int;
SET @lock = '${baton_name}job-' + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = 10000;
IF @granted < 0
    THROW 51222, 'a fenced transaction of this claim is still open', 1;
SELECT id FROM ${baton}jobs WHERE id = @id AND claim_number = @claim AND locked_by = @worker AND status = 'running';
SET NOCOUNT OFF

--- claim-hold
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @worker varchar(128) = :worker,
        @bound int = CAST(:bound_ms AS int), @lock varchar(255), @begun int, @granted int;
SET @lock = '${baton_name}job-' + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Shared', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
SELECT id FROM ${baton}jobs WHERE id = @id AND claim_number = @claim AND locked_by = @worker AND status = 'running' AND @granted >= 0;
SET NOCOUNT OFF

--- beat-lock
UPDATE ${baton}jobs SET claim_number = claim_number
OUTPUT inserted.cancel_requested
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- beat
UPDATE ${baton}jobs SET locked_at = SYSUTCDATETIME(), progress = :progress WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- cancel-asked
SELECT id, claim_number FROM ${baton}jobs WHERE locked_by = CAST(:worker AS varchar(128)) AND status = 'running' AND cancel_requested = 1

--- mine
SELECT id, claim_number FROM ${baton}jobs WHERE locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- still-mine
SELECT id FROM ${baton}jobs WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- late
UPDATE ${baton}job_runs SET late_outcome = CAST(:outcome AS varchar(16)), late_at = SYSUTCDATETIME()
 WHERE job_id = CAST(:id AS uniqueidentifier) AND claim_number = :claim

--- unhandled
SELECT COALESCE(handler, job_name) AS handler, COUNT(*) AS due
  FROM ${baton}jobs
 WHERE status = 'scheduled' AND cron IS NULL AND paused = 0 AND next_run_time <= SYSUTCDATETIME()
   AND NOT (CHARINDEX(',' + COALESCE(handler, job_name) + ',', CAST(:handlers AS varchar(max))) > 0)
 GROUP BY COALESCE(handler, job_name)

--- reclaim-select
SELECT TOP (500) id, job_name, claim_number, locked_by, interval_ms, attempt, max_attempts
  FROM ${baton}jobs
 WHERE status = 'running'
   AND (locked_by IS NULL OR locked_at IS NULL OR DATEADD(MILLISECOND, (lock_timeout_ms) % 1000, DATEADD(SECOND, (lock_timeout_ms) / 1000, locked_at)) < SYSUTCDATETIME())

--- reclaim-free
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @status varchar(16) = :status,
        @error nvarchar(max) = :error, @lock varchar(255), @begun int, @granted int;
SET @lock = '${baton_name}job-' + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = 1;
UPDATE ${baton}jobs
   SET status = @status, locked_by = NULL, locked_at = NULL, cancel_requested = 0, last_error = @error,
       finished_at = CASE WHEN @status = 'dead' THEN SYSUTCDATETIME() ELSE NULL END
OUTPUT inserted.id
 WHERE id = @id AND claim_number = @claim AND status = 'running' AND @granted >= 0
   AND (locked_by IS NULL OR locked_at IS NULL OR DATEADD(MILLISECOND, (lock_timeout_ms) % 1000, DATEADD(SECOND, (lock_timeout_ms) / 1000, locked_at)) < SYSUTCDATETIME());
SET NOCOUNT OFF
