SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:since_us) MICROSECOND ORDER BY holder_id, at
