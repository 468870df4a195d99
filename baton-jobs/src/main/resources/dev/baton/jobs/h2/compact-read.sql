SELECT job_name, DATEADD('DAY', FLOOR(EXTRACT(EPOCH FROM finished_at) / 86400), DATE '1970-01-01') AS run_day, outcome, COUNT(*) AS runs,
       SUM(CAST(EXTRACT(EPOCH FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS total_ms,
       MAX(CAST(EXTRACT(EPOCH FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < DATEADD('MICROSECOND', :before_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
 GROUP BY job_name, DATEADD('DAY', FLOOR(EXTRACT(EPOCH FROM finished_at) / 86400), DATE '1970-01-01'), outcome
