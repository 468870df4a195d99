--- fence-shared
SELECT holder_id, lease_epoch, @@tx_isolation AS isolation
  FROM ${baton}fences
 WHERE lease_name = :role
   FOR UPDATE

--- fence-touch
UPDATE ${baton}fences SET entries = entries + 1 WHERE lease_name = :role
