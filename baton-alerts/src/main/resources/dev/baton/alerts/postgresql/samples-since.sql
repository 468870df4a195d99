SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= timestamptz 'epoch' + :since_us * interval '1 microsecond' ORDER BY holder_id, at
