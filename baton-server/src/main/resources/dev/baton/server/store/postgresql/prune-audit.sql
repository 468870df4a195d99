DELETE FROM ${baton}audit WHERE at < clock_timestamp() - :age_ms * interval '1 millisecond'
