SELECT job_name, CAST(finished_at AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM((TIMESTAMPDIFF(MICROSECOND, COALESCE(started_at, finished_at), finished_at) DIV 1000)) AS total_ms,
       MAX((TIMESTAMPDIFF(MICROSECOND, COALESCE(started_at, finished_at), finished_at) DIV 1000)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND
 GROUP BY job_name, CAST(finished_at AS date), outcome
