DELETE FROM ${baton}audit WHERE at < DATEADD(minute, -CAST(:age_ms / 60000 AS int), SYSUTCDATETIME())
