SET NOCOUNT ON;
DECLARE @released int;
IF APPLOCK_MODE('public', N'baton:schema', 'Session') <> 'NoLock'
    EXEC @released = sp_releaseapplock @Resource = N'baton:schema', @LockOwner = 'Session';
SET NOCOUNT OFF
