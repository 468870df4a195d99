SET NOCOUNT ON;
DECLARE @bound int = :bound_ms, @granted int;
EXEC @granted = sp_getapplock @Resource = N'baton:schema', @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @bound;
SELECT @granted AS granted;
SET NOCOUNT OFF
