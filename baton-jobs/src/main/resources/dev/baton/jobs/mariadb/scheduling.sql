-- Crons are under their queue, behind all others of it. So whatever a queue has of cron expressions, and NULL for the others, is found by
-- a jump from each to the next, and then the crons with these: one statement, which does not read what waits, however many queues there
-- are. No condition tells the NULLs apart, or the server would not jump: they are equal to nothing. The server is told the index.

--- cron-due
SELECT STRAIGHT_JOIN j.id, j.job_name, j.cron, j.zone, j.catch_up, ${micros(${counted_time(j.last_tick)})} AS last_tick_us,
       ${micros(${now})} AS now_us
  FROM (SELECT queue, cron FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons) GROUP BY queue, cron) q
  JOIN ${baton}jobs j FORCE INDEX (${baton_name}jobs_crons) ON j.queue = q.queue AND j.cron = q.cron
 WHERE j.status = 'scheduled' AND j.paused = ${false} AND j.next_run_time <= ${now}
 ORDER BY j.next_run_time
 LIMIT :at_most

--- cron-next
SELECT STRAIGHT_JOIN
       CASE WHEN MIN(j.next_run_time) <= ${now} THEN 0 ELSE ${millis_until(MIN(j.next_run_time))} END AS due_in_ms
  FROM (SELECT queue, cron FROM ${baton}jobs FORCE INDEX (${baton_name}jobs_crons) GROUP BY queue, cron) q
  JOIN ${baton}jobs j FORCE INDEX (${baton_name}jobs_crons) ON j.queue = q.queue AND j.cron = q.cron
 WHERE j.status = 'scheduled' AND j.paused = ${false} AND j.next_run_time < ${later(${now}, 86400000)}
