UPDATE ${baton}leases
   SET released = 1, expires_at = UTC_TIMESTAMP(6),
       reserved_for = :successor,
       reserved_until = UTC_TIMESTAMP(6) + INTERVAL :reservation_ms * 1000 MICROSECOND,
       beats = beats + 1
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
