SET NOCOUNT ON;
DECLARE @session varchar(64) = :session, @kill nvarchar(32);
SELECT @kill = N'KILL ' + CAST(s.session_id AS nvarchar(11))
  FROM sys.dm_exec_sessions s
 WHERE CAST(s.session_id AS varchar(11)) + '@' + CAST(SUBSTRING(s.context_info, 1, 36) AS varchar(36)) = @session;
IF @kill IS NOT NULL
    EXEC (@kill);
SET NOCOUNT OFF
