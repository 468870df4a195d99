SELECT a.pid || '@' || (extract(epoch FROM a.backend_start) * 1000000)::bigint AS session_id,
       coalesce(a.state IN ('idle', 'idle in transaction', 'idle in transaction (aborted)')
                AND a.state_change <= clock_timestamp() - :idle_ms * interval '1 millisecond', false) AS idle
  FROM pg_locks l
  JOIN pg_stat_activity a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND l.classid::bigint = (:scope_key >> 32) & 4294967295
   AND l.objid::bigint = :scope_key & 4294967295
