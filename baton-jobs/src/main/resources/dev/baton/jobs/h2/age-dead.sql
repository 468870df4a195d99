DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < DATEADD('MILLISECOND', 0 - CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
