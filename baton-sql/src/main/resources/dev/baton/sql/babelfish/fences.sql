--- blockers
SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @age int = :age_ms;
SELECT DISTINCT a.pid AS session_id
  FROM pg_catalog.pg_locks w
  JOIN pg_catalog.pg_locks b ON b.locktype = w.locktype AND b.[database] = w.[database] AND b.classid = w.classid
                            AND b.objid = w.objid AND b.objsubid = w.objsubid AND b.pid <> w.pid
  JOIN (SELECT pid, CAST(xact_start AS datetime) AS begin_time FROM pg_catalog.pg_stat_activity) a ON a.pid = b.pid
 WHERE w.pid = @waiting AND w.locktype = 'advisory' AND CAST(w.granted AS int) = 0 AND CAST(b.granted AS int) = 1
   AND a.begin_time <= DATEADD(millisecond, -@age, SYSDATETIME());
SET NOCOUNT OFF

--- blockers-expel
SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @age int = :age_ms, @blocker int = :blocker, @session int, @kill nvarchar(32);
SELECT @session = a.pid
  FROM pg_catalog.pg_locks w
  JOIN pg_catalog.pg_locks b ON b.locktype = w.locktype AND b.[database] = w.[database] AND b.classid = w.classid
                            AND b.objid = w.objid AND b.objsubid = w.objsubid AND b.pid = @blocker
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
