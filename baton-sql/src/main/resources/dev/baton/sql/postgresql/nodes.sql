--- node-beat
INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
VALUES (:holder, :node, :version, clock_timestamp(), clock_timestamp())
ON CONFLICT (holder_id) DO UPDATE SET seen_at = clock_timestamp()

--- node-prune
DELETE FROM ${baton}nodes WHERE seen_at < clock_timestamp() - :gone_ms * interval '1 millisecond'

--- candidate-add
INSERT INTO ${baton}candidates (lease_name, holder_id, preferred)
VALUES (:role, :holder, :preferred)
ON CONFLICT (lease_name, holder_id) DO UPDATE SET preferred = excluded.preferred

--- candidate-find
SELECT count(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = :role AND n.node_id = :node
   AND n.seen_at > clock_timestamp() - :alive_ms * interval '1 millisecond'
