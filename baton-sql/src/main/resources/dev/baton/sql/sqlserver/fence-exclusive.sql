SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
SELECT @granted AS granted;
SET NOCOUNT OFF
