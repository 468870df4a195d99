SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @name varbinary(128), @released int;
SET @name = SUBSTRING(CONTEXT_INFO(), 1, 36);
SET CONTEXT_INFO @name;
IF APPLOCK_MODE('public', @lock, 'Session') <> 'NoLock'
    EXEC @released = sp_releaseapplock @Resource = @lock, @LockOwner = 'Session';
SET NOCOUNT OFF
