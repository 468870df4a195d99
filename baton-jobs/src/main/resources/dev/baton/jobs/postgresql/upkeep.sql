-- PostgreSQL deletes no more than so many rows by naming their places. Ended jobs on which somebody acts meanwhile are left for the
-- next time.

--- age-dead
DELETE FROM ${baton}jobs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}jobs WHERE status = 'dead' AND finished_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most
          FOR UPDATE SKIP LOCKED))

--- prune-ended
DELETE FROM ${baton}jobs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}jobs
        WHERE status IN ('completed', 'cancelled') AND interval_ms IS NULL AND cron IS NULL
          AND finished_at < ${earlier(clock_timestamp(), :age_ms)}
        LIMIT :at_most
          FOR UPDATE SKIP LOCKED))

--- prune-one
DELETE FROM ${baton}jobs WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}jobs
        WHERE id = ${id(:id)} AND status IN ('completed', 'cancelled', 'dead') AND finished_at < ${earlier(clock_timestamp(), :age_ms)}
          FOR UPDATE SKIP LOCKED))

--- prune-workers
DELETE FROM ${baton}job_workers WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}job_workers WHERE seen_at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- prune-figures
DELETE FROM ${baton}job_figures WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${baton}job_figures WHERE at < ${earlier(clock_timestamp(), :age_ms)} LIMIT :at_most))

--- compact-take
WITH taken AS (
    DELETE FROM ${baton}job_runs WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${baton}job_runs WHERE finished_at < ${instant(:before_us)} LIMIT :at_most))
    RETURNING job_name, ${day(${counted_time(finished_at)})} AS run_day, outcome,
              CASE WHEN started_at BETWEEN ${instant(0)} AND finished_at THEN ${millis(started_at, finished_at)} ELSE 0 END AS ms
)
SELECT job_name, run_day, outcome, count(*) AS runs, sum(ms) AS total_ms, max(ms) AS longest_ms
  FROM taken
 GROUP BY job_name, run_day, outcome
