DELETE FROM ${baton}metric_samples WHERE at < timestamptz 'epoch' + :before_us * interval '1 microsecond'
