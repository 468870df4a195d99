DELETE FROM ${baton}job_workers WHERE seen_at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'
