SELECT pg_walfile_name(pg_switch_wal()) AS last_segment
