--- event-insert
INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
VALUES (:role, :epoch, :holder, :node, :event, :reason, CURRENT_TIMESTAMP(6))
