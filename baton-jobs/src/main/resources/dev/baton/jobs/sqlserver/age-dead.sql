DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))
