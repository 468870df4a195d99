SELECT job_name, CAST(finished_at AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM(DATEDIFF_BIG(MILLISECOND, COALESCE(started_at, finished_at), finished_at)) AS total_ms,
       MAX(DATEDIFF_BIG(MILLISECOND, COALESCE(started_at, finished_at), finished_at)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < DATEADD(MICROSECOND, (:before_us) % 1000000, DATEADD(SECOND, (:before_us) / 1000000 % 86400, DATEADD(DAY, (:before_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
 GROUP BY job_name, CAST(finished_at AS date), outcome
