UPDATE ${baton}commands SET done_at = UTC_TIMESTAMP(6), error = :error WHERE id = :id
