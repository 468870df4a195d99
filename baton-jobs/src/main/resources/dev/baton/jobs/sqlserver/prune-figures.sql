DELETE FROM ${baton}job_figures WHERE at < DATEADD(MILLISECOND, (0 - :age_ms) % 1000, DATEADD(SECOND, (0 - :age_ms) / 1000, SYSUTCDATETIME()))
