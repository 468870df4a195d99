DELETE FROM ${baton}job_workers WHERE seen_at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
