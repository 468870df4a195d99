DELETE FROM ${baton}leader_events WHERE at < clock_timestamp() - :age_ms * interval '1 millisecond'
