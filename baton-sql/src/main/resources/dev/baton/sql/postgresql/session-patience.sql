SELECT set_config('lock_timeout', :patience_ms, false), set_config('statement_timeout', :call_ms, false)
