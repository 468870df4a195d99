SELECT CAST(EXTRACT(EPOCH FROM MAX(at)) * 1000000 AS bigint) AS at_us FROM ${baton}job_figures
