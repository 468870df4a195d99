SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE lease_name = CAST(:role AS varchar(64))
 ORDER BY id DESC
