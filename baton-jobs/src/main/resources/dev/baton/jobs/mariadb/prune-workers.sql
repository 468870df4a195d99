DELETE FROM ${baton}job_workers WHERE seen_at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND
