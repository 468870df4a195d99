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
