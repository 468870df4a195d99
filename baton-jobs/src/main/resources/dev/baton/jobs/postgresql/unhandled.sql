-- What nobody claims gathers at the head of its lane: the head is enough, however long the queue is.
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
SELECT coalesce(d.handler, d.job_name) AS handler, count(*) AS due
  FROM lanes l
 CROSS JOIN LATERAL (
       SELECT j.handler, j.job_name FROM ${baton}jobs j
        WHERE j.status = 'scheduled' AND j.cron IS NULL AND NOT j.paused
          AND j.queue = l.queue AND j.priority = l.priority AND j.next_run_time <= statement_timestamp()
        ORDER BY j.next_run_time LIMIT 1000) AS d
 WHERE position(',' || coalesce(d.handler, d.job_name) || ',' IN :handlers) = 0
 GROUP BY coalesce(d.handler, d.job_name)
