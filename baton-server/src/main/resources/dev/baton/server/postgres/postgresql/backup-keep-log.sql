SELECT slot_name FROM pg_create_physical_replication_slot('baton_backup', true, true)
