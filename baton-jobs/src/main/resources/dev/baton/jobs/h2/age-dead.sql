DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < DATEADD('MILLISECOND', 0 - :age_ms, CURRENT_TIMESTAMP(6))
