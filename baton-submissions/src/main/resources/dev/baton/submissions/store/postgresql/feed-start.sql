SELECT CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS settled, CAST(clock_timestamp() AS text) AS since
