-- Crons are under their queue, before all others of it: so queue by queue. The server is told, else it reads all that waits.

--- cron-due
SELECT id, job_name, cron, zone, catch_up, ${micros(${counted_time(last_tick)})} AS last_tick_us, ${micros(${now})} AS now_us
  FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons)
 WHERE queue = :queue AND cron IS NOT NULL AND status = 'scheduled' AND paused = ${false} AND next_run_time <= ${now}
 ORDER BY next_run_time
 LIMIT :at_most

--- cron-next
SELECT CASE WHEN MIN(next_run_time) <= ${now} THEN 0 ELSE ${millis_until(MIN(next_run_time))} END AS due_in_ms
  FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons)
 WHERE queue = :queue AND cron IS NOT NULL AND status = 'scheduled' AND paused = ${false} AND next_run_time < ${later(${now}, 86400000)}
