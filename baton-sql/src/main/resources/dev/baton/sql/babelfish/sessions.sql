--- session-lock
SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @patience int = :patience_ms, @granted int, @cleared int, @holding varbinary(128);
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @patience;
IF @granted >= 0
BEGIN
    SET @holding = CAST(CAST(SUBSTRING(CONTEXT_INFO(), 1, 36) AS varchar(36)) + @lock AS varbinary(128));
    SET CONTEXT_INFO @holding;
END;
-- Babelfish forgets to clear the error behind a refused lock; the fifth one left in a session would crash the server.
-- An error that is caught clears them all.
IF @granted < 0
BEGIN
    BEGIN TRY
        SET @cleared = 1 / 0;
    END TRY
    BEGIN CATCH
        SET @cleared = 1;
    END CATCH
END;
SELECT @granted AS granted;
SET NOCOUNT OFF
