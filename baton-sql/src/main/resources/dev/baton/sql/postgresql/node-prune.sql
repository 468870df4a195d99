DELETE FROM ${baton}nodes WHERE seen_at < clock_timestamp() - :gone_ms * interval '1 millisecond'
