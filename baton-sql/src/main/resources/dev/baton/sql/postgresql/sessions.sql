--- session-prepare
SELECT set_config('statement_timeout', :wait_ms, false),
       set_config('idle_in_transaction_session_timeout', :call_ms, false),
       set_config('application_name', :name, false),
       CASE WHEN current_setting('server_version_num')::int >= 140000
            THEN set_config('idle_session_timeout', :idle_ms, false) END

--- session-identity
SELECT pid || '@' || (extract(epoch FROM backend_start) * 1000000)::bigint
  FROM pg_stat_activity
 WHERE pid = pg_backend_pid()

--- session-number
SELECT pg_backend_pid()

--- session-lock
-- In this order: the patience is for this wait alone, so a wait that ends in an error takes it back by itself.
SELECT set_config('lock_timeout', :patience_ms, false),
       pg_advisory_lock(:scope_key),
       set_config('lock_timeout', :call_ms, false),
       set_config('statement_timeout', :call_ms, false)

--- session-unlock
SELECT pg_advisory_unlock(:scope_key)

--- session-holder
SELECT a.pid || '@' || (extract(epoch FROM a.backend_start) * 1000000)::bigint AS session_id,
       coalesce(a.state IN ('idle', 'idle in transaction', 'idle in transaction (aborted)')
                AND a.state_change <= clock_timestamp() - :idle_ms * interval '1 millisecond', false) AS idle
  FROM pg_locks l
  JOIN pg_stat_activity a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
   AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND l.classid::bigint = (:scope_key >> 32) & 4294967295
   AND l.objid::bigint = :scope_key & 4294967295

--- session-kill
SELECT pg_terminate_backend(pid)
  FROM pg_stat_activity
 WHERE pid || '@' || (extract(epoch FROM backend_start) * 1000000)::bigint = :session

--- session-bounded
SELECT current_setting('statement_timeout') <> '0'
       AND current_setting('idle_in_transaction_session_timeout') <> '0'
       AND COALESCE(current_setting('idle_session_timeout', true), '') <> '0' AS bounded
