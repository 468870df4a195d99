SELECT pid || '@' || (extract(epoch FROM backend_start) * 1000000)::bigint
  FROM pg_stat_activity
 WHERE pid = pg_backend_pid()
