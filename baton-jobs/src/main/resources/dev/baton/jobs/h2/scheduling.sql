-- H2 prefers an index with a column that is compared for equality, however many rows that leaves; so it is told.

--- cron-due
SELECT id, job_name, cron, zone, catch_up, ${micros(${counted_time(last_tick)})} AS last_tick_us, ${micros(${now})} AS now_us
  FROM ${baton}jobs USE INDEX (${baton_name}jobs_crons)
 WHERE cron > '' AND status = 'scheduled' AND paused = FALSE AND next_run_time <= ${now}
 ORDER BY next_run_time
 ${fetch(:at_most)}

--- cron-next
SELECT CASE WHEN MIN(next_run_time) <= ${now} THEN 0 ELSE ${millis_until(MIN(next_run_time))} END AS due_in_ms
  FROM ${baton}jobs USE INDEX (${baton_name}jobs_crons)
 WHERE cron > '' AND status = 'scheduled' AND paused = FALSE AND next_run_time < ${later(${now}, 86400000)}
