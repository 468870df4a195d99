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
