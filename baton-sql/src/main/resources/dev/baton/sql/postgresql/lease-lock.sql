SELECT holder_id, lease_epoch, session_id,
       renewed_at <= clock_timestamp() - lease_ms * interval '1 millisecond' AND NOT released AS stale
  FROM ${baton}leases
 WHERE lease_name = :role
   FOR UPDATE
