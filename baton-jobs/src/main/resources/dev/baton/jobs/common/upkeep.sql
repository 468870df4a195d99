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
DELETE ${top(:at_most)} FROM ${baton}jobs ${past_writers}
${output_deleted(id)}
 WHERE status = 'dead' AND finished_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- prune-ended
DELETE ${top(:at_most)} FROM ${baton}jobs ${past_writers}
${output_deleted(id)}
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

-- Where a DELETE cannot pass over what somebody holds, or one row of those above is refused, what is old is looked for first and then
-- deleted by name.

--- old-dead
SELECT ${top(:at_most)} id FROM ${baton}jobs ${past_writers}
 WHERE status = 'dead' AND finished_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}
 ${skip_locked}

--- old-ended
SELECT ${top(:at_most)} id FROM ${baton}jobs ${past_writers}
 WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
   AND finished_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}
 ${skip_locked}

--- prune-locked
-- Whoever looked for it has locked it.
DELETE FROM ${baton}jobs WHERE id = ${id(:id)}

--- prune-one
DELETE FROM ${baton}jobs ${past_writers}
${output_deleted(id)}
 WHERE id = ${id(:id)} AND status IN ('completed', 'cancelled', 'dead') AND finished_at < ${earlier(${now}, :age_ms)}

--- prune-workers
DELETE ${top(:at_most)} FROM ${baton}job_workers
${output_deleted(holder_id)}
 WHERE seen_at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- prune-figures
DELETE ${top(:at_most)} FROM ${baton}job_figures
${output_deleted(queue)}
 WHERE at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- compact-until
SELECT ${micros(${counted_time(MAX(o.finished_at))})} AS until_us
  FROM (SELECT finished_at FROM ${baton}job_runs WHERE finished_at < ${instant(:before_us)} ORDER BY finished_at ${fetch(:at_most)}) o

--- compact-read
-- A run with a time that cannot be counted with is summed up like any other, as one that took no time.
SELECT s.job_name, s.run_day, s.outcome, COUNT(*) AS runs, SUM(s.ms) AS total_ms, MAX(s.ms) AS longest_ms
  FROM (SELECT job_name, ${day(${counted_time(finished_at)})} AS run_day, outcome,
               CASE WHEN started_at BETWEEN ${instant(0)} AND finished_at THEN ${millis(started_at, finished_at)} ELSE 0 END AS ms
          FROM ${baton}job_runs
         WHERE finished_at < ${instant(:before_us)}) s
 GROUP BY s.job_name, s.run_day, s.outcome

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

-- Where one run of those above is refused: one by one.

--- old-runs
SELECT ${top(:at_most)} job_id, claim_number FROM ${baton}job_runs WHERE finished_at < ${instant(:before_us)} ${limit(:at_most)}

--- compact-read-one
SELECT job_name, ${day(${counted_time(finished_at)})} AS run_day, outcome, 1 AS runs,
       CASE WHEN started_at BETWEEN ${instant(0)} AND finished_at THEN ${millis(started_at, finished_at)} ELSE 0 END AS total_ms,
       CASE WHEN started_at BETWEEN ${instant(0)} AND finished_at THEN ${millis(started_at, finished_at)} ELSE 0 END AS longest_ms
  FROM ${baton}job_runs
 WHERE job_id = ${id(:id)} AND claim_number = :claim

--- compact-delete-one
DELETE FROM ${baton}job_runs WHERE job_id = ${id(:id)} AND claim_number = :claim

--- figures-count
-- No further than to a million of each, so that no table is too large to be counted.
SELECT c.queue, SUM(c.waiting) AS waiting, SUM(c.due) AS due, SUM(c.running) AS running, SUM(c.dead) AS dead
  FROM ((SELECT ${top(1000000)} queue, 1 AS waiting, CASE WHEN next_run_time <= ${now} THEN 1 ELSE 0 END AS due, 0 AS running, 0 AS dead
           FROM ${baton}jobs ${past_writers} WHERE status = 'scheduled' AND cron IS NULL ${limit(1000000)})
        UNION ALL
        (SELECT ${top(1000000)} queue, 0 AS waiting, 0 AS due, 1 AS running, 0 AS dead
           FROM ${baton}jobs ${past_writers} WHERE status = 'running' ${limit(1000000)})
        UNION ALL
        (SELECT ${top(1000000)} queue, 0 AS waiting, 0 AS due, 0 AS running, 1 AS dead
           FROM ${baton}jobs ${past_writers} WHERE status = 'dead' ${limit(1000000)})) c
 GROUP BY c.queue

--- figures-runs
SELECT SUM(CASE WHEN r.outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN r.outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM (SELECT ${top(:at_most)} outcome FROM ${baton}job_runs
         WHERE finished_at > ${instant(:since_us)} AND finished_at <= ${instant(:until_us)} ${limit(:at_most)}) r

--- figures-workers
SELECT SUM(threads) AS threads, SUM(busy) AS busy
  FROM ${baton}job_workers WHERE seen_at > ${earlier(${now}, :alive_ms)}

--- figures-last
SELECT ${micros(${counted_time(MAX(at))})} AS at_us FROM ${baton}job_figures

--- figures-insert
INSERT INTO ${baton}job_figures (at, queue, waiting, due, running, dead, completed, failed, threads, busy, lease_epoch, holder_id)
VALUES (${instant(:at_us)}, ${text(:queue, 64)}, :waiting, :due, :running, :dead, :completed, :failed, :threads, :busy, :epoch,
        ${text(:holder, 128)})
