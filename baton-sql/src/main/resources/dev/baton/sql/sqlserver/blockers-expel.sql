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
