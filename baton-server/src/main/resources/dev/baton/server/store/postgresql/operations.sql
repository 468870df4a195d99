--- command-done
UPDATE ${baton}commands SET done_at = clock_timestamp(), error = :error WHERE id = :id

--- prune-commands
DELETE FROM ${baton}commands WHERE asked_at < clock_timestamp() - :age_ms * interval '1 millisecond'

--- prune-audit
DELETE FROM ${baton}audit WHERE at < clock_timestamp() - :age_ms * interval '1 millisecond'
