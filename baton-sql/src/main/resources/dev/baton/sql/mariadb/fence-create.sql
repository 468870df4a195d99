INSERT INTO ${baton}fences (lease_name, holder_id, lease_epoch) VALUES (:role, '', 0)
ON DUPLICATE KEY UPDATE lease_epoch = lease_epoch
