DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'
