UPDATE ${baton}jobs
   SET paused = 0,
       last_tick = CASE WHEN cron IS NOT NULL AND paused = 1 THEN SYSUTCDATETIME() ELSE last_tick END
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier)
