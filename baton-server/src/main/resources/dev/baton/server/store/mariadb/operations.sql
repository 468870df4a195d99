--- command-done
UPDATE ${baton}commands SET done_at = UTC_TIMESTAMP(6), error = :error WHERE id = :id

--- prune-commands
DELETE FROM ${baton}commands WHERE asked_at < UTC_TIMESTAMP(6) - INTERVAL :age_ms * 1000 MICROSECOND

--- prune-audit
DELETE FROM ${baton}audit WHERE at < UTC_TIMESTAMP(6) - INTERVAL :age_ms * 1000 MICROSECOND
