--- lease-table
-- By what the table is: its name can be spelled in several ways, and without a schema means another table elsewhere.
SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS lease_table
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.oid = to_regclass('${baton}leases') AND c.relkind IN ('r', 'p')

--- fence-enter
-- No lock for a transaction whose snapshots are not fresh, nor for one that has already written something.
SELECT pg_try_advisory_xact_lock_shared(:fence_key) AS locked
 WHERE current_setting('transaction_isolation') = 'read committed' AND pg_current_xact_id_if_assigned() IS NULL;

-- In a snapshot of its own, younger than the lock. Time-outs that the session has already are left for afterwards.
SELECT l.holder_id, l.lease_epoch, l.expires_at <= clock_timestamp() OR l.released AS expired,
       l.timeline IN (0, ${baton}timeline()) AS same_timeline,
       CASE WHEN current_setting('statement_timeout') = '0' THEN set_config('statement_timeout', :bound, true) END AS act,
       CASE WHEN current_setting('idle_in_transaction_session_timeout') = '0'
            THEN set_config('idle_in_transaction_session_timeout', :bound, true) END AS idle
  FROM ${baton}leases l
 WHERE l.lease_name = :role

--- fences-enter
-- Of several roles, in one order for everybody. Whoever finds one of them taken does not wait but gives all of them back, so nobody
-- can wait in a circle. Nor is any other lock waited for as long as an answer may take: all these roles would wait with it.
SELECT bool_and(pg_try_advisory_xact_lock_shared(f.key)) AS locked,
       set_config('lock_timeout', :patience, true) AS patience,
       CASE WHEN current_setting('statement_timeout') = '0' OR current_setting('statement_timeout')::interval > CAST(:bound AS interval)
            THEN set_config('statement_timeout', :bound, true) END AS act,
       CASE WHEN current_setting('idle_in_transaction_session_timeout') = '0'
                 OR current_setting('idle_in_transaction_session_timeout')::interval > CAST(:bound AS interval)
            THEN set_config('idle_in_transaction_session_timeout', :bound, true) END AS idle
  FROM (SELECT u.key FROM unnest(CAST(:fence_key AS bigint[])) AS u(key) ORDER BY u.key OFFSET 0) f
 WHERE current_setting('transaction_isolation') = 'read committed' AND pg_current_xact_id_if_assigned() IS NULL;

-- In a snapshot of its own, younger than all locks.
SELECT l.lease_name, l.holder_id, l.lease_epoch, l.expires_at <= clock_timestamp() OR l.released AS expired,
       l.timeline IN (0, ${baton}timeline()) AS same_timeline
  FROM ${baton}leases l
 WHERE l.lease_name = ANY (CAST(:role AS text[]))

--- fence-wait
SELECT pg_advisory_xact_lock_shared(:fence_key)

--- fence-standing
-- Why the fence was not simply open to this transaction.
SELECT current_setting('transaction_isolation') AS isolation, pg_current_xact_id_if_assigned() IS NOT NULL AS written,
       EXISTS (SELECT 1
                 FROM pg_locks l
                WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid() AND l.mode = 'ShareLock' AND l.granted
                  AND l.objsubid = 1
                  AND l.classid::bigint = (:fence_key >> 32) & 4294967295
                  AND l.objid::bigint = :fence_key & 4294967295) AS held

--- fence-shorten
SELECT CASE WHEN current_setting('statement_timeout')::interval > CAST(:bound AS interval)
            THEN set_config('statement_timeout', :bound, true) END,
       CASE WHEN current_setting('idle_in_transaction_session_timeout')::interval > CAST(:bound AS interval)
            THEN set_config('idle_in_transaction_session_timeout', :bound, true) END

--- fence-exclusive
-- A term must be durable before it is acted on: asynchronous commits could be forgotten by a crash of the server.
SELECT pg_advisory_xact_lock(:fence_key)
  FROM (SELECT set_config('lock_timeout', :bound_ms, true) AS bounded,
               CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                    THEN set_config('synchronous_commit', 'on', true) END AS durable
        OFFSET 0) s
 WHERE s.bounded IS NOT NULL

--- blockers-expel
-- Whoever was granted what a takeover waits for; not those who only wait before it. Chosen first, ended then: a planner
-- may evaluate what stands in one WHERE in any order, also before a join.
WITH blocker AS MATERIALIZED (
    SELECT DISTINCT a.pid
      FROM pg_locks w
      JOIN pg_locks h ON h.locktype = w.locktype AND h.database = w.database AND h.classid = w.classid
                     AND h.objid = w.objid AND h.objsubid = w.objsubid AND h.granted AND h.pid <> w.pid
      JOIN pg_stat_activity a ON a.pid = h.pid
     WHERE w.locktype = 'advisory' AND w.mode = 'ExclusiveLock' AND NOT w.granted AND w.objsubid = 1
       AND w.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND w.classid::bigint = (:waiting >> 32) & 4294967295
       AND w.objid::bigint = :waiting & 4294967295
       AND a.xact_start <= clock_timestamp() - :age_ms * interval '1 millisecond'
)
SELECT pid FROM blocker WHERE pg_terminate_backend(pid)

--- blockers-end
WITH writer AS MATERIALIZED (
    SELECT pid FROM pg_stat_activity WHERE pid = :writer AND xact_start IS NOT NULL
)
SELECT pid FROM writer WHERE pg_terminate_backend(pid)
