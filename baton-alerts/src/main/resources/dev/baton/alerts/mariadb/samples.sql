--- sample-insert
INSERT INTO ${baton}metric_samples (holder_id, at, node_id, samples) VALUES (:holder, UTC_TIMESTAMP(6), :node, :samples)

--- samples-since
SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:since_us) MICROSECOND ORDER BY holder_id, at

--- samples-prune
DELETE FROM ${baton}metric_samples WHERE at < TIMESTAMP '1970-01-01 00:00:00' + INTERVAL (:before_us) MICROSECOND
