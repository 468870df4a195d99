DELETE FROM ${baton}commands WHERE asked_at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
