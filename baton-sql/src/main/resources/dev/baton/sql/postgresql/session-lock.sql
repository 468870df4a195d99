-- In this order: the patience is for this wait alone, so a wait that ends in an error takes it back by itself.
SELECT set_config('lock_timeout', :patience_ms, false),
       pg_advisory_lock(:scope_key),
       set_config('lock_timeout', :call_ms, false),
       set_config('statement_timeout', :call_ms, false)
