-- H2 reads an index in its order, and no further than the first row, only when ORDER BY names its first column as well.

--- lane-next
SELECT queue FROM ${baton}jobs WHERE status = 'scheduled' AND queue > :after ORDER BY status, queue FETCH FIRST ROW ONLY

--- next-due
SELECT MIN(n.due_in_ms) AS due_in_ms
  FROM (SELECT f.due_in_ms
          FROM (SELECT ${millis_until(${counted_time(next_run_time)})} AS due_in_ms
                  FROM ${baton}jobs
                 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time > CURRENT_TIMESTAMP(6)
                 ORDER BY status, next_run_time
                 FETCH FIRST ROW ONLY) f
         UNION ALL
        SELECT ${millis_until(${counted_time(p.not_before)})}
          FROM (SELECT not_before
                  FROM ${baton}jobs
                 WHERE status = 'scheduled' AND cron IS NULL AND paused = false AND next_run_time <= CURRENT_TIMESTAMP(6)
                 ORDER BY status, next_run_time
                 FETCH FIRST 30 ROWS ONLY) p
         WHERE p.not_before > CURRENT_TIMESTAMP(6)) n
