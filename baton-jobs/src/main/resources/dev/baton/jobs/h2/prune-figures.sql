DELETE FROM ${baton}job_figures WHERE at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
