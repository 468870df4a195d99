--- sample-insert
INSERT INTO ${baton}metric_samples (holder_id, at, node_id, samples) VALUES (:holder, ${now}, :node, :samples)

--- samples-since
SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= ${instant(:since_us)} ORDER BY holder_id, at

--- samples-prune
DELETE FROM ${baton}metric_samples WHERE at < ${instant(:before_us)}
