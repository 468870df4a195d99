DELETE FROM ${baton}commands WHERE asked_at < clock_timestamp() - :age_ms * interval '1 millisecond'
