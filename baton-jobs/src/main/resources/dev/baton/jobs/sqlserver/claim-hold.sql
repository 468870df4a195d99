SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @worker varchar(128) = :worker,
        @bound int = CAST(:bound_ms AS int), @lock varchar(255), @begun int, @granted int;
SET @lock = '${baton_name}job-' + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Shared', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
SELECT id FROM ${baton}jobs WHERE id = @id AND claim_number = @claim AND locked_by = @worker AND status = 'running' AND @granted >= 0;
SET NOCOUNT OFF
