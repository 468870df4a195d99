SELECT set_config('statement_timeout', :wait_ms, false),
       set_config('idle_in_transaction_session_timeout', :call_ms, false),
       set_config('application_name', :name, false),
       CASE WHEN current_setting('server_version_num')::int >= 140000
            THEN set_config('idle_session_timeout', :idle_ms, false) END
