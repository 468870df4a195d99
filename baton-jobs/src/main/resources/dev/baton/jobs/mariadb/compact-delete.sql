DELETE FROM ${baton}job_runs WHERE finished_at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND
