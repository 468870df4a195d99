--- session-prepare
SELECT set_config('statement_timeout', :wait_ms, false),
       set_config('idle_in_transaction_session_timeout', :call_ms, false),
       set_config('application_name', :name, false),
       CASE WHEN current_setting('server_version_num')::int >= 140000
            THEN set_config('idle_session_timeout', :idle_ms, false) END

--- session-keep-plans
-- One plan for whatever values: a rehearsed takeover then has none to make. Every statement here finds its rows by a key.
SET plan_cache_mode = force_generic_plan

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

--- sessions-prepare
-- The one session that holds the locks of all roles of a process. It beats for all of them, so nothing on it may wait long.
SELECT set_config('statement_timeout', :call_ms, false),
       set_config('lock_timeout', :lock_ms, false),
       set_config('idle_in_transaction_session_timeout', :call_ms, false),
       set_config('application_name', :name, false),
       CASE WHEN current_setting('server_version_num')::int >= 140000
            THEN set_config('idle_session_timeout', :idle_ms, false) END

--- sessions-mark
-- A lock that nobody else asks for: others see by it that this session lives.
SELECT pg_try_advisory_lock(:ring, :mark) AS marked

--- sessions-marks
SELECT l.objid::bigint AS mark
  FROM pg_locks l
 WHERE l.locktype = 'advisory' AND l.granted AND l.mode = 'ExclusiveLock' AND l.objsubid = 2
   AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND l.classid::bigint = :ring

--- sessions-watch
-- Granted when the session that bears the mark is gone; given back at once, since nobody is kept from anything by it.
SELECT set_config('lock_timeout', :patience_ms, false),
       pg_advisory_lock_shared(:ring, :mark),
       pg_advisory_unlock_shared(:ring, :mark)

--- sessions-try
-- What is seen of the row is told to whoever does not get the lock; whoever gets it looks again, with the fence closed. A time that
-- nobody can count with, which somebody has put into one row, must not fail the attempts of all roles.
SELECT k.number,
       CASE WHEN k.wanted THEN pg_try_advisory_lock(k.scope_key) ELSE false END AS granted,
       l.holder_id, l.node_id, l.lease_epoch, l.released, l.session_id, l.expires_at,
       l.expires_at <= t.now AS expired,
       ${millis(t.now, ${counted_time(l.expires_at)})} AS remaining_ms,
       ${millis(${counted_time(l.renewed_at)}, t.now)} AS age_ms
  FROM unnest(:roles::text[], :scope_keys::bigint[], :wanted::boolean[]) WITH ORDINALITY AS k(role, scope_key, wanted, number)
 CROSS JOIN (SELECT clock_timestamp() AS now OFFSET 0) t
  LEFT JOIN ${baton}leases l ON l.lease_name = k.role

--- sessions-unlock
-- Told once the lock is free: whoever was told of a released row may have tried too early.
SELECT pg_advisory_unlock(:scope_key), pg_notify(:channel, :payload), set_config('synchronous_commit', 'off', true)

--- sessions-renew
-- The heartbeat of all roles of a process. A row that somebody has locked is left out, not waited for: the others' beats
-- would wait with it. As durable as the terms, see lease-renew.
WITH mine AS MATERIALIZED (
    SELECT l.lease_name, m.epoch, m.lease_ms, m.trust_ms
      FROM unnest(:roles::text[], :epochs::bigint[], :leases_ms::bigint[], :trusts_ms::bigint[]) AS m(role, epoch, lease_ms, trust_ms)
      JOIN ${baton}leases l ON l.lease_name = m.role
     WHERE l.holder_id = :holder AND l.lease_epoch = m.epoch AND NOT l.released
       AND l.timeline IN (0, ${baton}timeline())
       FOR NO KEY UPDATE OF l SKIP LOCKED
)
UPDATE ${baton}leases l
   SET renewed_at = clock_timestamp(),
       expires_at = clock_timestamp() + m.lease_ms * interval '1 millisecond',
       lease_ms = m.lease_ms, trust_ms = coalesce(m.trust_ms, l.trust_ms),
       beats = l.beats + 1
  FROM mine m,
       (SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                    THEN set_config('synchronous_commit', 'on', true) END AS durable
        OFFSET 0) s
 WHERE l.lease_name = m.lease_name AND l.holder_id = :holder AND l.lease_epoch = m.epoch AND NOT l.released
   AND l.timeline IN (0, ${baton}timeline())
RETURNING l.lease_name, l.expires_at

--- sessions-fence
-- Closes the fence if nobody is inside; as durable as fence-exclusive.
SELECT pg_try_advisory_xact_lock(:fence_key) AS closed
  FROM (SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                    THEN set_config('synchronous_commit', 'on', true) END AS durable
        OFFSET 0) s

--- sessions-ping
SELECT 1
