SELECT CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS settled, CAST(clock_timestamp() AT TIME ZONE 'UTC' AS text) AS since
