DELETE FROM ${baton}job_workers WHERE seen_at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
