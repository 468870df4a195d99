SELECT a.pid
  FROM unnest(pg_blocking_pids(CAST(:waiting AS integer))) AS b(pid)
  JOIN pg_stat_activity a ON a.pid = b.pid
 WHERE a.xact_start <= clock_timestamp() - :age_ms * interval '1 millisecond'
   AND pg_terminate_backend(a.pid)
