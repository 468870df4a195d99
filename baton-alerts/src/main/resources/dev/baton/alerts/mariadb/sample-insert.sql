INSERT INTO ${baton}metric_samples (holder_id, at, node_id, samples) VALUES (:holder, UTC_TIMESTAMP(6), :node, :samples)
