DELETE FROM ${baton}job_workers WHERE seen_at < DATEADD('MILLISECOND', 0 - :age_ms, CURRENT_TIMESTAMP(6))
