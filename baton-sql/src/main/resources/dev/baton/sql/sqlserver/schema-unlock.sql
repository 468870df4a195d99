SET NOCOUNT ON;
DECLARE @released int;
EXEC @released = sp_releaseapplock @Resource = N'baton:schema', @LockOwner = 'Session'
