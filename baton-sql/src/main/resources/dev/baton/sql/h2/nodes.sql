--- node-beat
MERGE INTO ${baton}nodes AS n
USING (VALUES (CAST(:holder AS varchar), CAST(:node AS varchar), CAST(:version AS varchar))) AS s(holder_id, node_id, version)
   ON n.holder_id = s.holder_id
 WHEN MATCHED THEN UPDATE SET seen_at = CURRENT_TIMESTAMP(6)
 WHEN NOT MATCHED THEN INSERT (holder_id, node_id, version, started_at, seen_at)
      VALUES (s.holder_id, s.node_id, s.version, CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6))

--- candidate-add
MERGE INTO ${baton}candidates (lease_name, holder_id, preferred) KEY (lease_name, holder_id)
VALUES (:role, :holder, :preferred)
