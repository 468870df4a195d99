SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE id > :after
 ORDER BY id
