UPDATE ${baton}jobs SET last_tick = DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))), next_run_time = DATEADD(MICROSECOND, (:next) % 1000000, DATEADD(SECOND, (:next) / 1000000 % 86400, DATEADD(DAY, (:next) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'scheduled' AND paused = 0
   AND (last_tick IS NULL OR last_tick < DATEADD(MICROSECOND, (:tick) % 1000000, DATEADD(SECOND, (:tick) / 1000000 % 86400, DATEADD(DAY, (:tick) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))))
