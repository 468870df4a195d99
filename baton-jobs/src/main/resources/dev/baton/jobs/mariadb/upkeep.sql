--- worker-insert
INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (:worker, :node, :threads, :busy, :completed, :failed, :refused, UTC_TIMESTAMP(6))

--- worker-update
UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = UTC_TIMESTAMP(6)
 WHERE holder_id = :worker

--- age-dead
DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND

--- prune-ended
DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND

--- prune-workers
DELETE FROM ${baton}job_workers WHERE seen_at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND

--- prune-figures
DELETE FROM ${baton}job_figures WHERE at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND

--- compact-read
SELECT job_name, CAST(finished_at AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM((TIMESTAMPDIFF(MICROSECOND, COALESCE(started_at, finished_at), finished_at) DIV 1000)) AS total_ms,
       MAX((TIMESTAMPDIFF(MICROSECOND, COALESCE(started_at, finished_at), finished_at) DIV 1000)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND
 GROUP BY job_name, CAST(finished_at AS date), outcome

--- compact-delete
DELETE FROM ${baton}job_runs WHERE finished_at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND

--- figures-count
SELECT queue,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL AND next_run_time <= UTC_TIMESTAMP(6) THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN status = 'running' THEN 1 ELSE 0 END) AS running,
       SUM(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead
  FROM ${baton}jobs
 GROUP BY queue

--- figures-runs
SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:since_us) MICROSECOND AND finished_at <= TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:until_us) MICROSECOND

--- figures-workers
SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > UTC_TIMESTAMP(6) + INTERVAL (0 - :alive_ms) * 1000 MICROSECOND

--- figures-last
SELECT TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', MAX(at)) AS at_us FROM ${baton}job_figures

--- figures-insert
INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:at_us) MICROSECOND, :queue, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, :holder)
