INSERT INTO ${baton}job_queues (queue, paused_at)
SELECT q.queue, clock_timestamp() FROM (SELECT CAST(:queue AS varchar) AS queue) q
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_queues p WHERE p.queue = q.queue)
