UPDATE ${baton}jobs
   SET paused = false,
       last_tick = CASE WHEN cron IS NOT NULL AND paused = true THEN UTC_TIMESTAMP(6) ELSE last_tick END
 WHERE id = :id
