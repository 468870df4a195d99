DELETE FROM ${baton}job_figures WHERE at < UTC_TIMESTAMP(6) + INTERVAL (0 - :age_ms) * 1000 MICROSECOND
