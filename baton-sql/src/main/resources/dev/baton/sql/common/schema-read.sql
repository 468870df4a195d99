SELECT component, max(version) AS version, max(oldest_program) AS oldest_program
  FROM ${baton}schema
 GROUP BY component
