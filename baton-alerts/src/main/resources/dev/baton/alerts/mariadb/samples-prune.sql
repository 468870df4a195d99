DELETE FROM ${baton}metric_samples WHERE at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND
