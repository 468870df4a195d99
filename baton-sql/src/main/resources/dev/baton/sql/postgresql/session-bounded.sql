SELECT current_setting('statement_timeout') <> '0'
       AND current_setting('idle_in_transaction_session_timeout') <> '0'
       AND COALESCE(current_setting('idle_session_timeout', true), '') <> '0' AS bounded
