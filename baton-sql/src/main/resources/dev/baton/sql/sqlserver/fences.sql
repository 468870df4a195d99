--- lease-table
-- By what the table is: its name can be spelled in several ways, and without a schema means another table elsewhere.
SELECT CASE s.name WHEN 'dbo' THEN '' ELSE s.name + '.' END + t.name AS lease_table
  FROM sys.tables t
  JOIN sys.schemas s ON s.schema_id = t.schema_id
 WHERE t.object_id = OBJECT_ID('${baton}leases')

--- fence-enter
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

--- fence-exclusive
SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
SELECT @granted AS granted;
SET NOCOUNT OFF

--- blockers-expel
SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @idle int = :idle_ms, @session int, @kill nvarchar(32);
SELECT @session = s.session_id
  FROM sys.dm_exec_requests r
  JOIN sys.dm_exec_sessions s ON s.session_id = r.blocking_session_id
 WHERE r.session_id = @waiting AND s.status = 'sleeping'
   AND s.last_request_end_time <= DATEADD(millisecond, -@idle, SYSDATETIME());
IF @session IS NOT NULL
BEGIN
    SET @kill = N'KILL ' + CAST(@session AS nvarchar(11));
    EXEC (@kill);
END;
SELECT @session AS session_id WHERE @session IS NOT NULL;
SET NOCOUNT OFF
