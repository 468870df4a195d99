--- fence-shared
SELECT holder_id, lease_epoch FROM ${baton}fences WHERE lease_name = :role FOR UPDATE

--- fence-check
SELECT holder_id, lease_epoch, expires_at <= CURRENT_TIMESTAMP(6) OR released AS expired
  FROM ${baton}leases
 WHERE lease_name = :role

--- fence-create
MERGE INTO ${baton}fences AS f USING (VALUES (CAST(:role AS varchar))) AS s(lease_name) ON f.lease_name = s.lease_name
WHEN NOT MATCHED THEN INSERT (lease_name, holder_id, lease_epoch) VALUES (s.lease_name, '', 0)

--- fence-move
UPDATE ${baton}fences SET holder_id = :holder, lease_epoch = :epoch WHERE lease_name = :role

--- fence-exclusive
SELECT lease_epoch FROM ${baton}fences WHERE lease_name = :role FOR UPDATE

--- lock-timeout
SET LOCK_TIMEOUT :bound_ms
