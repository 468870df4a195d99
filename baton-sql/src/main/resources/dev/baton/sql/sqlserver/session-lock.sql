SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @patience int = :patience_ms, @granted int, @holding varbinary(128);
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @patience;
IF @granted >= 0
BEGIN
    SET @holding = SUBSTRING(CONTEXT_INFO(), 1, 36) + CAST(@lock AS varbinary(22));
    SET CONTEXT_INFO @holding;
END;
SELECT @granted AS granted
