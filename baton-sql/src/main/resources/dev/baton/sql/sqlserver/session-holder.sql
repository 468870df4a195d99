SELECT CAST(s.session_id AS varchar(11)) + '@' + CAST(SUBSTRING(s.context_info, 1, 36) AS varchar(36)) AS session_id,
       CASE WHEN (s.status = 'sleeping' OR s.status LIKE 'idle%')
             AND s.last_request_end_time <= DATEADD(millisecond, -:idle_ms, SYSDATETIME())
            THEN 1 ELSE 0 END AS idle
  FROM sys.dm_exec_sessions s
 WHERE SUBSTRING(s.context_info, 37, 22) = CAST(CAST(:lock AS varchar(22)) AS varbinary(22))
   AND s.database_id = DB_ID()
