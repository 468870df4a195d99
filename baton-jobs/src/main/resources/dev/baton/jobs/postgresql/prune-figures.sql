DELETE FROM ${baton}job_figures WHERE at < clock_timestamp() + (0 - :age_ms) * interval '1 millisecond'
