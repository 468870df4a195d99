SELECT job_name, CAST(finished_at AT TIME ZONE 'UTC' AS date) AS run_day, outcome, COUNT(*) AS runs,
       SUM(CAST(extract(epoch FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS total_ms,
       MAX(CAST(extract(epoch FROM finished_at - COALESCE(started_at, finished_at)) * 1000 AS bigint)) AS longest_ms
  FROM ${baton}job_runs
 WHERE finished_at < timestamptz 'epoch' + :before_us * interval '1 microsecond'
 GROUP BY job_name, CAST(finished_at AT TIME ZONE 'UTC' AS date), outcome
