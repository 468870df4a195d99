SELECT CASE WHEN current_setting('statement_timeout')::interval > CAST(:bound AS interval)
            THEN set_config('statement_timeout', :bound, true) END,
       CASE WHEN current_setting('idle_in_transaction_session_timeout')::interval > CAST(:bound AS interval)
            THEN set_config('idle_in_transaction_session_timeout', :bound, true) END
