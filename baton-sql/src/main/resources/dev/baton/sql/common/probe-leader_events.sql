INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
SELECT lease_name, lease_epoch, holder_id, node_id, 'probe', '', renewed_at FROM ${baton}leases WHERE lease_name = ''
