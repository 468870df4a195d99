DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))
