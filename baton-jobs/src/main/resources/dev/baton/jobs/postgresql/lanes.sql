WITH RECURSIVE lanes AS (
    (SELECT queue, priority FROM ${baton}jobs
      WHERE status = 'scheduled' AND cron IS NULL AND NOT paused
      ORDER BY queue, priority LIMIT 1)
    UNION ALL
    SELECT n.queue, n.priority
      FROM lanes l
     CROSS JOIN LATERAL (
           SELECT j.queue, j.priority FROM ${baton}jobs j
            WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
              AND (j.queue, j.priority) > (l.queue, l.priority)
            ORDER BY j.queue, j.priority LIMIT 1) AS n
)
SELECT l.queue, l.priority, ceil(extract(epoch FROM f.next_run_time - statement_timestamp()) * 1000)::bigint AS due_in_ms
  FROM lanes l
  LEFT JOIN LATERAL (
       SELECT j.next_run_time FROM ${baton}jobs j
        WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
          AND j.queue = l.queue AND j.priority = l.priority AND j.next_run_time > statement_timestamp()
        ORDER BY j.next_run_time LIMIT 1) AS f ON true
