DELETE FROM ${baton}nodes WHERE seen_at < DATEADD(millisecond, -CAST(:gone_ms AS int), SYSUTCDATETIME())
