SET NOCOUNT ON;
DECLARE @role varchar(64) = :role, @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Shared', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
SELECT @granted AS granted, s.transaction_isolation_level AS isolation, l.holder_id, l.lease_epoch,
       CASE WHEN l.expires_at <= SYSUTCDATETIME() OR l.released = 1 THEN 1 ELSE 0 END AS expired
  FROM sys.dm_exec_sessions s
  LEFT JOIN ${baton}leases l ON l.lease_name = @role
 WHERE s.session_id = @@SPID;
SET NOCOUNT OFF
