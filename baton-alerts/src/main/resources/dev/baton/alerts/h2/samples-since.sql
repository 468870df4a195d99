SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= DATEADD('MICROSECOND', :since_us, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00Z') ORDER BY holder_id, at
