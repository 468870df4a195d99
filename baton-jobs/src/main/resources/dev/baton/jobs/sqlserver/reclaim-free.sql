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
