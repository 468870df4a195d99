--- worker-insert
INSERT INTO ${baton}job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)
VALUES (${text(:worker, 128)}, ${text(:node, 96)}, :threads, :busy, :completed, :failed, :refused, ${now})

--- worker-update
UPDATE ${baton}job_workers
   SET threads = :threads, busy = :busy, completed = :completed, failed = :failed, refused = :refused, seen_at = ${now}
${output(holder_id)}
 WHERE holder_id = ${text(:worker, 128)}

--- worker-delete
DELETE FROM ${baton}job_workers WHERE holder_id = ${text(:worker, 128)}

--- age-dead
DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < ${earlier(${now}, :age_ms)}

--- prune-ended
DELETE FROM ${baton}jobs
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < ${earlier(${now}, :age_ms)}

--- prune-workers
DELETE FROM ${baton}job_workers WHERE seen_at < ${earlier(${now}, :age_ms)}

--- prune-figures
DELETE FROM ${baton}job_figures WHERE at < ${earlier(${now}, :age_ms)}

--- compact-read
SELECT job_name, ${day(finished_at)} AS run_day, outcome, COUNT(*) AS runs,
       SUM(${millis(COALESCE(started_at, finished_at), finished_at)}) AS total_ms,
       MAX(${millis(COALESCE(started_at, finished_at), finished_at)}) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < ${instant(:before_us)}
 GROUP BY job_name, ${day(finished_at)}, outcome

--- compact-insert
INSERT INTO ${baton}job_history (job_name, run_day, outcome, runs, total_ms, longest_ms, lease_epoch, holder_id)
VALUES (${text(:job, 128)}, CAST(:day AS date), ${text(:outcome, 16)}, :runs, :total_ms, :longest_ms, :epoch, ${text(:holder, 128)})

--- compact-update
UPDATE ${baton}job_history
   SET runs = runs + :runs, total_ms = total_ms + :total_ms,
       longest_ms = CASE WHEN longest_ms < :longest_ms THEN :longest_ms ELSE longest_ms END,
       lease_epoch = :epoch, holder_id = ${text(:holder, 128)}
${output(job_name)}
 WHERE job_name = ${text(:job, 128)} AND run_day = CAST(:day AS date) AND outcome = ${text(:outcome, 16)}

--- compact-delete
DELETE FROM ${baton}job_runs WHERE finished_at < ${instant(:before_us)}

--- figures-count
SELECT queue,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL THEN 1 ELSE 0 END) AS waiting,
       SUM(CASE WHEN status = 'scheduled' AND cron IS NULL AND next_run_time <= ${now} THEN 1 ELSE 0 END) AS due,
       SUM(CASE WHEN status = 'running' THEN 1 ELSE 0 END) AS running,
       SUM(CASE WHEN status = 'dead' THEN 1 ELSE 0 END) AS dead
  FROM ${baton}jobs
 GROUP BY queue

--- figures-runs
SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > ${instant(:since_us)} AND finished_at <= ${instant(:until_us)}

--- figures-workers
SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > ${earlier(${now}, :alive_ms)}

--- figures-last
SELECT ${micros(MAX(at))} AS at_us FROM ${baton}job_figures

--- figures-insert
INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (${instant(:at_us)}, ${text(:queue, 64)}, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch,
        ${text(:holder, 128)})
