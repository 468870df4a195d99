SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > timestamptz 'epoch' + :since_us * interval '1 microsecond' AND finished_at <= timestamptz 'epoch' + :until_us * interval '1 microsecond'
