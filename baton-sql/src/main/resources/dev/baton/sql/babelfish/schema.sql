--- schema-lock
SET NOCOUNT ON;
DECLARE @bound int = :bound_ms, @granted int, @cleared int;
EXEC @granted = sp_getapplock @Resource = N'baton:schema', @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @bound;
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
