SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > DATEADD('MICROSECOND', :since_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') AND finished_at <= DATEADD('MICROSECOND', :until_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z')
