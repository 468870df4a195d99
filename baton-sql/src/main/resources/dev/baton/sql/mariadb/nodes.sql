--- node-beat
INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
VALUES (:holder, :node, :version, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
ON DUPLICATE KEY UPDATE seen_at = UTC_TIMESTAMP(6)

--- node-prune
DELETE FROM ${baton}nodes WHERE seen_at < UTC_TIMESTAMP(6) - INTERVAL :gone_ms * 1000 MICROSECOND

--- candidate-add
INSERT INTO ${baton}candidates (lease_name, holder_id, preferred) VALUES (:role, :holder, :preferred)
ON DUPLICATE KEY UPDATE preferred = :preferred

--- candidate-find
SELECT COUNT(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = :role AND n.node_id = :node
   AND n.seen_at > UTC_TIMESTAMP(6) - INTERVAL :alive_ms * 1000 MICROSECOND
