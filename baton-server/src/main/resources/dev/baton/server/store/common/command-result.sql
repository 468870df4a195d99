SELECT error FROM ${baton}commands WHERE id = :id AND done_at IS NOT NULL
