SELECT CAST(pg_current_snapshot() AS text) AS since
