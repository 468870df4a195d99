SELECT pg_walfile_name(pg_backup_start('baton', true)) AS first_segment
