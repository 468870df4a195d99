--- command-done
UPDATE ${baton}commands SET done_at = SYSUTCDATETIME(), error = :error WHERE id = :id

--- prune-commands
DELETE FROM ${baton}commands WHERE asked_at < DATEADD(minute, -CAST(:age_ms / 60000 AS int), SYSUTCDATETIME())

--- prune-audit
DELETE FROM ${baton}audit WHERE at < DATEADD(minute, -CAST(:age_ms / 60000 AS int), SYSUTCDATETIME())
