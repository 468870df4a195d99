--- command-done
UPDATE ${baton}commands SET done_at = CURRENT_TIMESTAMP(6), error = :error WHERE id = :id

--- prune-commands
DELETE FROM ${baton}commands WHERE asked_at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

--- prune-audit
DELETE FROM ${baton}audit WHERE at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
