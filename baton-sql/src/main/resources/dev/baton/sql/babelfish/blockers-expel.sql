SET NOCOUNT ON;
DECLARE @waiting int = :waiting, @idle int = :idle_ms, @session int, @kill nvarchar(32);
SELECT @session = s.session_id
  FROM pg_catalog.pg_locks w
  JOIN pg_catalog.pg_locks b ON b.locktype = w.locktype AND b.[database] = w.[database] AND b.classid = w.classid
                            AND b.objid = w.objid AND b.objsubid = w.objsubid AND b.pid <> w.pid
  JOIN sys.dm_exec_sessions s ON s.session_id = b.pid
 WHERE w.pid = @waiting AND w.locktype = 'advisory' AND CAST(w.granted AS int) = 0 AND CAST(b.granted AS int) = 1
   AND s.status LIKE 'idle%' AND s.last_request_end_time <= DATEADD(millisecond, -@idle, SYSDATETIME());
IF @session IS NOT NULL
BEGIN
    SET @kill = N'KILL ' + CAST(@session AS nvarchar(11));
    EXEC (@kill);
END;
SELECT @session AS session_id WHERE @session IS NOT NULL;
SET NOCOUNT OFF
