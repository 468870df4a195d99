UPDATE ${baton}leases
   SET released = true, expires_at = clock_timestamp(),
       reserved_for = CAST(:successor AS varchar),
       reserved_until = clock_timestamp() + :reservation_ms * interval '1 millisecond',
       beats = beats + 1
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
   AND timeline IN (0, ${baton}timeline())
RETURNING expires_at
