SELECT holder_id, lease_epoch, expires_at <= UTC_TIMESTAMP(6) OR released AS expired
  FROM ${baton}leases
 WHERE lease_name = :role
