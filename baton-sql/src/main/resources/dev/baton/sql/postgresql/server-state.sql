SELECT pg_is_in_recovery() AS standby, current_setting('server_version_num')::int AS version
