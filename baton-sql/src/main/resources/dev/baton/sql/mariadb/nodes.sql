--- node-beat
INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
VALUES (:holder, :node, :version, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
ON DUPLICATE KEY UPDATE seen_at = UTC_TIMESTAMP(6)

--- candidate-add
INSERT INTO ${baton}candidates (lease_name, holder_id, preferred) VALUES (:role, :holder, :preferred)
ON DUPLICATE KEY UPDATE preferred = :preferred
