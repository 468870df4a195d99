DELETE FROM ${baton}jobs WHERE status = 'dead' AND finished_at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND
