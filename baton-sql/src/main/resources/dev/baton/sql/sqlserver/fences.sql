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
${clear_refusal}
EXEC @marked = sp_getapplock @Resource = @mark, @LockMode = 'Shared', @LockOwner = 'Transaction', @LockTimeout = 1;
-- As it is now, whatever isolation a statement may have set behind the driver's back.
SELECT @granted AS granted, l.holder_id, l.lease_epoch,
       CASE WHEN l.expires_at <= SYSUTCDATETIME() OR l.released = 1 THEN 1 ELSE 0 END AS expired,
       CASE WHEN l.timeline IN (0, ${history}) THEN 1 ELSE 0 END AS same_timeline
  FROM (SELECT 1 AS one) r
  LEFT JOIN ${baton}leases l WITH (READCOMMITTEDLOCK) ON l.lease_name = @role;
SET NOCOUNT OFF

--- transaction-mark
-- A lock that only this session takes, and that its transaction keeps: a deadlock or XACT_ABORT ends both at once.
SET NOCOUNT ON;
DECLARE @mark varchar(32) = 'baton:mark:' + CAST(@@SPID AS varchar(11)), @marked int;
EXEC @marked = sp_getapplock @Resource = @mark, @LockMode = 'Shared', @LockOwner = 'Transaction', @LockTimeout = 1;
SET NOCOUNT OFF

--- transaction-marked
-- One condition within the other: of two that stand together the server may judge either first, and outside of a transaction
-- the second is an error.
SET NOCOUNT ON;
DECLARE @mark varchar(32) = 'baton:mark:' + CAST(@@SPID AS varchar(11)), @marked int = 0;
IF @@TRANCOUNT > 0
    IF APPLOCK_MODE('public', @mark, 'Transaction') <> 'NoLock'
        SET @marked = 1;
SELECT @marked AS marked;
SET NOCOUNT OFF

--- fence-exclusive
SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
${clear_refusal}
SELECT @granted AS granted;
SET NOCOUNT OFF

--- blockers
-- Whoever was granted what this one waits for, all of them; not those who only wait before it. Begins are in local time: where
-- summer time ends, one that lies ahead is an hour older than it looks. They are rounded to milliseconds, hence the two seconds.
SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @age int = :age_ms;
SELECT DISTINCT h.request_session_id AS session_id
  FROM sys.dm_tran_locks w
  JOIN sys.dm_tran_locks h ON h.resource_type = w.resource_type AND h.resource_database_id = w.resource_database_id
                          AND h.resource_description = w.resource_description
                          AND h.request_session_id <> w.request_session_id
  JOIN sys.dm_tran_active_transactions t ON t.transaction_id = h.request_owner_id
 WHERE w.request_session_id = @waiting AND w.resource_type = 'APPLICATION' AND w.request_status = 'WAIT'
   AND h.request_status = 'GRANT' AND h.request_owner_type = 'TRANSACTION'
   AND (t.transaction_begin_time <= DATEADD(millisecond, -@age, SYSDATETIME())
        OR t.transaction_begin_time > DATEADD(second, 2, SYSDATETIME()));
SET NOCOUNT OFF

--- blockers-expel
-- One of them, if it still is one: looked for once more and ended in one batch, so that it cannot have gone on to something
-- else.
SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @age int = :age_ms, @blocker int = :blocker, @session int, @kill nvarchar(32);
SELECT @session = h.request_session_id
  FROM sys.dm_tran_locks w
  JOIN sys.dm_tran_locks h ON h.resource_type = w.resource_type AND h.resource_database_id = w.resource_database_id
                          AND h.resource_description = w.resource_description
                          AND h.request_session_id = @blocker
  JOIN sys.dm_tran_active_transactions t ON t.transaction_id = h.request_owner_id
 WHERE w.request_session_id = @waiting AND w.resource_type = 'APPLICATION' AND w.request_status = 'WAIT'
   AND h.request_status = 'GRANT' AND h.request_owner_type = 'TRANSACTION'
   AND (t.transaction_begin_time <= DATEADD(millisecond, -@age, SYSDATETIME())
        OR t.transaction_begin_time > DATEADD(second, 2, SYSDATETIME()));
IF @session IS NOT NULL
BEGIN
    SET @kill = N'KILL ' + CAST(@session AS nvarchar(11));
    EXEC (@kill);
END;
SELECT @session AS session_id WHERE @session IS NOT NULL;
SET NOCOUNT OFF

--- blockers-end
SET NOCOUNT ON;
DECLARE @kill nvarchar(32) = N'KILL ' + CAST(:writer AS nvarchar(11));
EXEC (@kill);
SET NOCOUNT OFF
