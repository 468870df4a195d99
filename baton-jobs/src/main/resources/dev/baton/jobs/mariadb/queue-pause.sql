INSERT INTO ${baton}job_queues (queue, paused_at)
SELECT q.queue, UTC_TIMESTAMP(6) FROM (SELECT CAST(:queue AS char) AS queue) q
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}job_queues p WHERE p.queue = q.queue)
