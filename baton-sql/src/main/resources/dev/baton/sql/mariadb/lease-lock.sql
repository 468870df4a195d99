SELECT holder_id, lease_epoch, session_id,
       renewed_at <= UTC_TIMESTAMP(6) - INTERVAL lease_ms * 1000 MICROSECOND AND NOT released AS stale
  FROM ${baton}leases
 WHERE lease_name = :role
   FOR UPDATE
