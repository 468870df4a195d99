--- node-beat
INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
VALUES (:holder, :node, :version, clock_timestamp(), clock_timestamp())
ON CONFLICT (holder_id) DO UPDATE SET seen_at = clock_timestamp()

--- candidate-add
INSERT INTO ${baton}candidates (lease_name, holder_id, preferred)
VALUES (:role, :holder, :preferred)
ON CONFLICT (lease_name, holder_id) DO UPDATE SET preferred = excluded.preferred
