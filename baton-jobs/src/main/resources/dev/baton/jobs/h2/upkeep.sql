--- worker-insert
INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (:worker, :node, :threads, :busy, :completed, :failed, :refused, CURRENT_TIMESTAMP(6))

--- worker-update
UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = CURRENT_TIMESTAMP(6)
 WHERE holder_id = :worker

--- age-dead
DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

--- prune-ended
DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

--- prune-workers
DELETE FROM ${baton}job_workers WHERE seen_at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

--- prune-figures
DELETE FROM ${baton}job_figures WHERE at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

--- compact-read
SELECT job_name, DATEADD('DAY', FLOOR(EXTRACT(EPOCH FROM finished_at) / 86400), DATE '1970-01-01') AS run_day, outcome, COUNT(*) AS runs,
       SUM(CAST(EXTRACT(EPOCH FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS total_ms,
       MAX(CAST(EXTRACT(EPOCH FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < DATEADD('MICROSECOND', :before_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
 GROUP BY job_name, DATEADD('DAY', FLOOR(EXTRACT(EPOCH FROM finished_at) / 86400), DATE '1970-01-01'), outcome

--- compact-delete
DELETE FROM ${baton}job_runs WHERE finished_at < DATEADD('MICROSECOND', :before_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')

--- figures-count
SELECT queue,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL AND next_run_time <= CURRENT_TIMESTAMP(6) THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN status = 'running' THEN 1 ELSE 0 END) AS running,
       SUM(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead
  FROM ${baton}jobs
 GROUP BY queue

--- figures-runs
SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > DATEADD('MICROSECOND', :since_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') AND finished_at <= DATEADD('MICROSECOND', :until_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')

--- figures-workers
SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > DATEADD('MILLISECOND', 0 - CAST(:alive_ms AS bigint), CURRENT_TIMESTAMP(6))

--- figures-last
SELECT CAST(EXTRACT(EPOCH FROM MAX(at)) * 1000000 AS bigint) AS at_us FROM ${baton}job_figures

--- figures-insert
INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (DATEADD('MICROSECOND', :at_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z'), :queue, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, :holder)
