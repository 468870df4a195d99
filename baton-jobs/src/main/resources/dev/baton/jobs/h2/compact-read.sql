SELECT job_name, CAST(finished_at AT TIME ZONE 'UTC' AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM(DATEDIFF('MILLISECOND', COALESCE(started_at, finished_at), finished_at)) AS total_ms,
       MAX(DATEDIFF('MILLISECOND', COALESCE(started_at, finished_at), finished_at)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < DATEADD('MICROSECOND', :before_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
 GROUP BY job_name, CAST(finished_at AT TIME ZONE 'UTC' AS date), outcome
