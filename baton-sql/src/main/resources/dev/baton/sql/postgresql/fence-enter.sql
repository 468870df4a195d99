-- Time-outs are only ever shortened. The one for locks is needed only where the fence itself has to wait: the one for
-- statements bounds every later wait too. A transaction that has already written something gets no lock: it is too late.
SELECT CASE WHEN pg_try_advisory_xact_lock_shared(s.fence_key) THEN NULL
            WHEN CASE WHEN current_setting('lock_timeout') = '0'
                        OR current_setting('lock_timeout')::interval > s.bound::interval
                      THEN set_config('lock_timeout', s.bound, true) ELSE '' END IS NOT NULL
            THEN pg_advisory_xact_lock_shared(s.fence_key) END AS locked,
       CASE WHEN current_setting('statement_timeout') = '0'
              OR current_setting('statement_timeout')::interval > s.bound::interval
            THEN set_config('statement_timeout', s.bound, true) END AS act,
       CASE WHEN current_setting('idle_in_transaction_session_timeout') = '0'
              OR current_setting('idle_in_transaction_session_timeout')::interval > s.bound::interval
            THEN set_config('idle_in_transaction_session_timeout', s.bound, true) END AS idle
  FROM (SELECT CAST(:fence_key AS bigint) AS fence_key, CAST(:bound AS text) AS bound) s
 WHERE pg_current_xact_id_if_assigned() IS NULL;

-- In a snapshot of its own, younger than the lock.
SELECT current_setting('transaction_isolation') AS isolation, pg_current_xact_id_if_assigned() IS NOT NULL AS late,
       l.holder_id, l.lease_epoch, l.expires_at <= clock_timestamp() OR l.released AS expired,
       l.timeline IN (0, ${baton}timeline()) AS same_timeline
  FROM ${baton}leases l
 WHERE l.lease_name = :role
