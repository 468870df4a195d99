UPDATE ${baton}commands SET done_at = CURRENT_TIMESTAMP(6), error = :error WHERE id = :id
