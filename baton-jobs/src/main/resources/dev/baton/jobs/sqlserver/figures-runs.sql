SELECT SUM(CASE WHEN outcome = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN outcome = 'completed' THEN 0 ELSE 1 END) AS failed
  FROM ${baton}job_runs
 WHERE finished_at > DATEADD(MICROSECOND, (:since_us) % 1000000, DATEADD(SECOND, (:since_us) / 1000000 % 86400, DATEADD(DAY, (:since_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7))))) AND finished_at <= DATEADD(MICROSECOND, (:until_us) % 1000000, DATEADD(SECOND, (:until_us) / 1000000 % 86400, DATEADD(DAY, (:until_us) / 1000000 / 86400, CAST('1970-01-01' AS datetime2(7)))))
