MERGE INTO ${baton}candidates (lease_name, holder_id, preferred) KEY (lease_name, holder_id)
VALUES (:role, :holder, :preferred)
