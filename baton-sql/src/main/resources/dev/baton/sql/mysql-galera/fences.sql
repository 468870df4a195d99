--- fence-shared
SELECT holder_id, lease_epoch, @@transaction_isolation AS isolation
  FROM ${baton}fences
 WHERE lease_name = :role
   FOR UPDATE
