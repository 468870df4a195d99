SELECT queue,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL AND next_run_time <= UTC_TIMESTAMP(6) THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN status = 'running' THEN 1 ELSE 0 END) AS running,
       SUM(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead
  FROM ${baton}jobs
 GROUP BY queue
