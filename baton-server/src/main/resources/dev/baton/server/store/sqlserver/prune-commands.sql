DELETE FROM ${baton}commands WHERE asked_at < DATEADD(minute, -CAST(:age_ms / 60000 AS int), SYSUTCDATETIME())
