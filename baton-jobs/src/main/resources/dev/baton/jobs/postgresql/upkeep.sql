--- worker-insert
INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (:worker, :node, :threads, :busy, :completed, :failed, :refused, clock_timestamp())

--- worker-update
UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = clock_timestamp()
 WHERE holder_id = :worker

--- age-dead
DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'

--- prune-ended
DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'

--- prune-workers
DELETE FROM ${baton}job_workers WHERE seen_at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'

--- prune-figures
DELETE FROM ${baton}job_figures WHERE at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'

--- compact-read
SELECT job_name, CAST(finished_at AT TIME ZONE 'UTC' AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM(CAST(extract(epoch FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS total_ms,
       MAX(CAST(extract(epoch FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < timestamptz 'epoch' + :before_us * interval '1 microsecond'
 GROUP BY job_name, CAST(finished_at AT TIME ZONE 'UTC' AS date), outcome

--- compact-delete
DELETE FROM ${baton}job_runs WHERE finished_at < timestamptz 'epoch' + :before_us * interval '1 microsecond'

--- figures-count
SELECT queue,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL AND next_run_time <= clock_timestamp() THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN status = 'running' THEN 1 ELSE 0 END) AS running,
       SUM(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead
  FROM ${baton}jobs
 GROUP BY queue

--- figures-runs
SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > timestamptz 'epoch' + :since_us * interval '1 microsecond' AND finished_at <= timestamptz 'epoch' + :until_us * interval '1 microsecond'

--- figures-workers
SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > clock_timestamp() + (0 - :alive_ms) * interval '1 millisecond'

--- figures-last
SELECT CAST(extract(epoch FROM MAX(at)) * 1000000 AS bigint) AS at_us FROM ${baton}job_figures

--- figures-insert
INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (timestamptz 'epoch' + :at_us * interval '1 microsecond', :queue, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, :holder)
