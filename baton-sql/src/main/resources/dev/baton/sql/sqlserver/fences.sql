--- lease-table
-- By what the table is: its name can be spelled in several ways, and without a schema means another table elsewhere.
SELECT CASE s.name WHEN 'dbo' THEN '' ELSE s.name + '.' END + t.name AS lease_table
  FROM sys.tables t
  JOIN sys.schemas s ON s.schema_id = t.schema_id
 WHERE t.object_id = OBJECT_ID('${baton}leases')

--- fence-enter
SET NOCOUNT ON;
DECLARE @role varchar(64) = :role, @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int,
        @mark varchar(32) = 'baton:mark:' + CAST(@@SPID AS varchar(11)), @marked int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Shared', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
EXEC @marked = sp_getapplock @Resource = @mark, @LockMode = 'Shared', @LockOwner = 'Transaction', @LockTimeout = 1;
-- As it is now, whatever isolation a statement may have set behind the driver's back.
SELECT @granted AS granted, l.holder_id, l.lease_epoch,
       CASE WHEN l.expires_at <= SYSUTCDATETIME() OR l.released = 1 THEN 1 ELSE 0 END AS expired
  FROM (SELECT @role AS lease_name) r
  LEFT JOIN ${baton}leases l WITH (READCOMMITTEDLOCK) ON l.lease_name = r.lease_name;
SET NOCOUNT OFF

--- transaction-mark
-- A lock that only this session takes, and that its transaction keeps: a deadlock or XACT_ABORT ends both at once.
SET NOCOUNT ON;
DECLARE @mark varchar(32) = 'baton:mark:' + CAST(@@SPID AS varchar(11)), @marked int;
EXEC @marked = sp_getapplock @Resource = @mark, @LockMode = 'Shared', @LockOwner = 'Transaction', @LockTimeout = 1;
SET NOCOUNT OFF

--- transaction-marked
SET NOCOUNT ON;
DECLARE @mark varchar(32) = 'baton:mark:' + CAST(@@SPID AS varchar(11)), @marked int = 0;
IF @@TRANCOUNT > 0 AND APPLOCK_MODE('public', @mark, 'Transaction') <> 'NoLock'
    SET @marked = 1;
SELECT @marked AS marked;
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
