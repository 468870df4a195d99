INSERT INTO ${baton}candidates (lease_name, holder_id, preferred)
VALUES (:role, :holder, :preferred)
ON CONFLICT (lease_name, holder_id) DO UPDATE SET preferred = excluded.preferred
