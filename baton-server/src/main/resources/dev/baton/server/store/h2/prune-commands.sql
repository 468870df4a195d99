DELETE FROM ${baton}commands WHERE asked_at < DATEADD('MILLISECOND', -:age_ms, CURRENT_TIMESTAMP(6))
