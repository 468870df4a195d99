--- worker-insert
INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (CAST(:worker AS varchar(128)), CAST(:node AS varchar(96)), :threads, :busy, :completed, :failed, :refused, SYSUTCDATETIME())

--- worker-update
UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = SYSUTCDATETIME()
OUTPUT inserted.holder_id
 WHERE holder_id = CAST(:worker AS varchar(128))

--- worker-delete
DELETE FROM ${baton}job_workers WHERE holder_id = CAST(:worker AS varchar(128))

--- age-dead
DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))

--- prune-ended
DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))

--- prune-workers
DELETE FROM ${baton}job_workers WHERE seen_at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))

--- prune-figures
DELETE FROM ${baton}job_figures WHERE at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))

--- compact-read
SELECT job_name, CAST(finished_at AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM(DATEDIFF_BIG(MILLISECOND, COALESCE(started_at, finished_at), finished_at)) AS total_ms,
       MAX(DATEDIFF_BIG(MILLISECOND, COALESCE(started_at, finished_at), finished_at)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < DATEADD(MICROSECOND, (:before_us) % 1000000, DATEADD(SECOND, (:before_us) / 1000000 % 86400, DATEADD(DAY, (:before_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
 GROUP BY job_name, CAST(finished_at AS date), outcome

--- compact-insert
INSERT INTO ${baton}job_history (job_name, run_day, outcome, runs, total_ms, longest_ms, lease_epoch, holder_id)
VALUES (CAST(:job AS varchar(128)), CAST(:day AS date), CAST(:outcome AS varchar(16)), :runs, :total_ms, :longest_ms, :epoch, CAST(:holder AS varchar(128)))

--- compact-update
UPDATE ${baton}job_history
   SET runs = runs + :runs, total_ms = total_ms + :total_ms,
       longest_ms = CASE WHEN longest_ms < :longest_ms THEN :longest_ms ELSE longest_ms END,
       lease_epoch = :epoch, holder_id = CAST(:holder AS varchar(128))
OUTPUT inserted.job_name
 WHERE job_name = CAST(:job AS varchar(128)) AND run_day = CAST(:day AS date) AND outcome = CAST(:outcome AS varchar(16))

--- compact-delete
DELETE FROM ${baton}job_runs WHERE finished_at < DATEADD(MICROSECOND, (:before_us) % 1000000, DATEADD(SECOND, (:before_us) / 1000000 % 86400, DATEADD(DAY, (:before_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))

--- figures-count
SELECT queue,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL AND next_run_time <= SYSUTCDATETIME() THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN status = 'running' THEN 1 ELSE 0 END) AS running,
       SUM(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead
  FROM ${baton}jobs
 GROUP BY queue

--- figures-runs
SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > DATEADD(MICROSECOND, (:since_us) % 1000000, DATEADD(SECOND, (:since_us) / 1000000 % 86400, DATEADD(DAY, (:since_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))) AND finished_at <= DATEADD(MICROSECOND, (:until_us) % 1000000, DATEADD(SECOND, (:until_us) / 1000000 % 86400, DATEADD(DAY, (:until_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))

--- figures-workers
SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > DATEADD(MILLISECOND, (0 - :alive_ms) % 1000, DATEADD(SECOND, (0 - :alive_ms) / 1000, SYSUTCDATETIME()))

--- figures-last
SELECT DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS datetime2(7)), MAX(at)) AS at_us FROM ${baton}job_figures

--- figures-insert
INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (DATEADD(MICROSECOND, (:at_us) % 1000000, DATEADD(SECOND, (:at_us) / 1000000 % 86400, DATEADD(DAY, (:at_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))), CAST(:queue AS varchar(64)), :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch, CAST(:holder AS varchar(128)))
