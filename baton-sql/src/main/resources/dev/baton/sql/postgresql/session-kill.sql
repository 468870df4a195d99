SELECT pg_terminate_backend(pid)
  FROM pg_stat_activity
 WHERE pid || '@' || (extract(epoch FROM backend_start) * 1000000)::bigint = :session
