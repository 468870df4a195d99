SELECT holder_id, lease_epoch, @@tx_isolation AS isolation
  FROM ${baton}fences
 WHERE lease_name = :role
  LOCK IN SHARE MODE
