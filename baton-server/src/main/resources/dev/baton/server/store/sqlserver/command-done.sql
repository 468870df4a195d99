UPDATE ${baton}commands SET done_at = SYSUTCDATETIME(), error = :error WHERE id = :id
