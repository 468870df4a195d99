UPDATE ${baton}jobs SET next_run_time = DATEADD(MICROSECOND, (:next) % 1000000, DATEADD(SECOND, (:next) / 1000000 % 86400, DATEADD(DAY, (:next) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))), last_tick = COALESCE(last_tick, SYSUTCDATETIME())
 WHERE id = CAST(:id AS uniqueidentifier)
