--- session-prepare
SET NOCOUNT ON;
DECLARE @name binary(36) = CAST(CAST(NEWID() AS char(36)) AS binary(36));
SET CONTEXT_INFO @name;
SET NOCOUNT OFF

--- session-identity
SELECT CAST(@@SPID AS varchar(11)) + '@' + CAST(SUBSTRING(CONTEXT_INFO(), 1, 36) AS varchar(36)) AS session_id
 WHERE CONTEXT_INFO() IS NOT NULL

--- session-number
SELECT @@SPID

--- session-lock
SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @patience int = :patience_ms, @granted int, @holding varbinary(128);
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @patience;
${clear_refusal}
IF @granted >= 0
BEGIN
    SET @holding = CAST(CAST(SUBSTRING(CONTEXT_INFO(), 1, 36) AS varchar(36)) + @lock AS varbinary(128));
    SET CONTEXT_INFO @holding;
END;
SELECT @granted AS granted;
SET NOCOUNT OFF

--- session-unlock
SET NOCOUNT ON;
DECLARE @lock varchar(22) = :lock, @name varbinary(128), @released int;
SET @name = SUBSTRING(CONTEXT_INFO(), 1, 36);
SET CONTEXT_INFO @name;
IF APPLOCK_MODE('public', @lock, 'Session') <> 'NoLock'
    EXEC @released = sp_releaseapplock @Resource = @lock, @LockOwner = 'Session';
SET NOCOUNT OFF

--- session-holder
-- Local time, as in blockers-expel.
SELECT CAST(s.session_id AS varchar(11)) + '@' + CAST(SUBSTRING(s.context_info, 1, 36) AS varchar(36)) AS session_id,
       CASE WHEN (s.status = 'sleeping' OR s.status LIKE 'idle%')
             AND (s.last_request_end_time <= DATEADD(millisecond, -:idle_ms, SYSDATETIME())
                  OR s.last_request_end_time > DATEADD(second, 2, SYSDATETIME()))
            THEN 1 ELSE 0 END AS idle
  FROM sys.dm_exec_sessions s
 WHERE SUBSTRING(s.context_info, 37, 22) = CAST(CAST(:lock AS varchar(22)) AS varbinary(22))
   AND s.database_id = DB_ID()

--- session-kill
SET NOCOUNT ON;
DECLARE @session varchar(64) = :session, @kill nvarchar(32);
SELECT @kill = N'KILL ' + CAST(s.session_id AS nvarchar(11))
  FROM sys.dm_exec_sessions s
 WHERE CAST(s.session_id AS varchar(11)) + '@' + CAST(SUBSTRING(s.context_info, 1, 36) AS varchar(36)) = @session;
IF @kill IS NOT NULL
    EXEC (@kill);
SET NOCOUNT OFF
