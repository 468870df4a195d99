SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int, @cleared int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
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
