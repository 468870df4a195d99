SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @patience int = :patience_ms, @granted int, @holding varbinary(128);
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @patience;
IF @granted >= 0
BEGIN
    SET @holding = CAST(CAST(SUBSTRING(CONTEXT_INFO(), 1, 36) AS varchar(36)) + @lock AS varbinary(128));
    SET CONTEXT_INFO @holding;
END;
SELECT @granted AS granted;
SET NOCOUNT OFF
