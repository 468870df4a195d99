--- sample-insert
INSERT INTO ${baton}metric_samples (holder_id, at, node_id, samples) VALUES (:holder, SYSUTCDATETIME(), :node, :samples)

--- samples-since
SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= DATEADD(MICROSECOND, (:since_us) % 1000000, DATEADD(SECOND, (:since_us) / 1000000, CAST('1970-01-01' AS datetime2(7)))) ORDER BY holder_id, at

--- samples-prune
DELETE FROM ${baton}metric_samples WHERE at < DATEADD(MICROSECOND, (:before_us) % 1000000, DATEADD(SECOND, (:before_us) / 1000000, CAST('1970-01-01' AS datetime2(7))))
