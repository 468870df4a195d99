DELETE FROM ${baton}leader_events WHERE at < DATEADD(minute, -CAST(:age_ms / 60000 AS int), SYSUTCDATETIME())
