UPDATE ${baton}commands SET done_at = clock_timestamp(), error = :error WHERE id = :id
