-- Time-outs are only ever shortened. A transaction that has already written something gets no lock: it comes too late.
SELECT pg_advisory_xact_lock_shared(:fence_key)
  FROM (SELECT CASE WHEN current_setting('lock_timeout') = '0'
                      OR current_setting('lock_timeout')::interval > CAST(:bound AS interval)
                    THEN set_config('lock_timeout', :bound, true) END AS wait,
               CASE WHEN current_setting('statement_timeout') = '0'
                      OR current_setting('statement_timeout')::interval > CAST(:bound AS interval)
                    THEN set_config('statement_timeout', :bound, true) END AS act,
               CASE WHEN current_setting('idle_in_transaction_session_timeout') = '0'
                      OR current_setting('idle_in_transaction_session_timeout')::interval > CAST(:bound AS interval)
                    THEN set_config('idle_in_transaction_session_timeout', :bound, true) END AS idle
        OFFSET 0) s
 WHERE pg_current_xact_id_if_assigned() IS NULL
