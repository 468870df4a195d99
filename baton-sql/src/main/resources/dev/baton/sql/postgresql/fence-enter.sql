-- A transaction that has already written something gets no lock: it is too late.
SELECT pg_try_advisory_xact_lock_shared(:fence_key) AS locked
 WHERE pg_current_xact_id_if_assigned() IS NULL;

-- In a snapshot of its own, younger than the lock. Time-outs that are there already are told, and shortened afterwards:
-- words that compare them would be made ready each time.
SELECT current_setting('transaction_isolation') AS isolation, pg_current_xact_id_if_assigned() IS NOT NULL AS late,
       l.holder_id, l.lease_epoch, l.expires_at <= clock_timestamp() OR l.released AS expired,
       l.timeline IN (0, ${baton}timeline()) AS same_timeline,
       CASE WHEN current_setting('statement_timeout') = '0' THEN set_config('statement_timeout', :bound, true)
            ELSE current_setting('statement_timeout') END AS act,
       CASE WHEN current_setting('idle_in_transaction_session_timeout') = '0'
            THEN set_config('idle_in_transaction_session_timeout', :bound, true)
            ELSE current_setting('idle_in_transaction_session_timeout') END AS idle
  FROM ${baton}leases l
 WHERE l.lease_name = :role
