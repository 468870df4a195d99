--- sample-insert
INSERT INTO ${baton}metric_samples (holder_id, at, node_id, samples) VALUES (:holder, ${now}, :node, :samples)

--- samples-since
SELECT holder_id, at, samples FROM ${baton}metric_samples WHERE at >= ${instant(:since_us)} ORDER BY holder_id, at

--- samples-prune
DELETE ${top(:at_most)} FROM ${baton}metric_samples
${output_deleted(holder_id)}
 WHERE at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}
