--- fence-enter
SET NOCOUNT ON;
DECLARE @role varchar(64) = :role, @lock varchar(22) = :lock, @bound int = :bound_ms, @begun int, @granted int,
        @mark varchar(32) = 'baton:mark:' + CAST(@@SPID AS varchar(11)), @marked int, @cleared int;
SELECT @begun = 1 FROM ${baton}leases WHERE lease_name = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Shared', @LockOwner = 'Transaction',
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
EXEC @marked = sp_getapplock @Resource = @mark, @LockMode = 'Shared', @LockOwner = 'Transaction', @LockTimeout = 1;
-- As it is now, whatever isolation a statement may have set behind the driver's back.
SELECT @granted AS granted, l.holder_id, l.lease_epoch,
       CASE WHEN l.expires_at <= SYSUTCDATETIME() OR l.released = 1 THEN 1 ELSE 0 END AS expired,
       CASE WHEN l.timeline IN (0, ${history}) THEN 1 ELSE 0 END AS same_timeline
  FROM (SELECT @role AS lease_name) r
  LEFT JOIN ${baton}leases l WITH (READCOMMITTEDLOCK) ON l.lease_name = r.lease_name;
SET NOCOUNT OFF

--- fence-exclusive
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

--- blockers-expel
SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @age int = :age_ms, @session int, @kill nvarchar(32);
SELECT @session = a.pid
  FROM pg_catalog.pg_locks w
  JOIN pg_catalog.pg_locks b ON b.locktype = w.locktype AND b.[database] = w.[database] AND b.classid = w.classid
                            AND b.objid = w.objid AND b.objsubid = w.objsubid AND b.pid <> w.pid
  JOIN (SELECT pid, CAST(xact_start AS datetime) AS begin_time FROM pg_catalog.pg_stat_activity) a ON a.pid = b.pid
 WHERE w.pid = @waiting AND w.locktype = 'advisory' AND CAST(w.granted AS int) = 0 AND CAST(b.granted AS int) = 1
   AND a.begin_time <= DATEADD(millisecond, -@age, SYSDATETIME());
IF @session IS NOT NULL
BEGIN
    SET @kill = N'KILL ' + CAST(@session AS nvarchar(11));
    EXEC (@kill);
END;
SELECT @session AS session_id WHERE @session IS NOT NULL;
SET NOCOUNT OFF
