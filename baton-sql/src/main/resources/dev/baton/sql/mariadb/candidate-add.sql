INSERT INTO ${baton}candidates (lease_name, holder_id, preferred) VALUES (:role, :holder, :preferred)
ON DUPLICATE KEY UPDATE preferred = :preferred
