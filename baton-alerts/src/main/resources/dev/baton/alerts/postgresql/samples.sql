--- sample-insert
INSERT INTO ${baton}metric_samples (holder_id, at, node_id, samples) VALUES (:holder, clock_timestamp(), :node, :samples)

--- samples-since
SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= timestamptz 'epoch' + :since_us * interval '1 microsecond' ORDER BY holder_id, at

--- samples-prune
DELETE FROM ${baton}metric_samples WHERE at < timestamptz 'epoch' + :before_us * interval '1 microsecond'
