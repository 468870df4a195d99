UPDATE ${baton}leases
   SET released = 1, expires_at = SYSUTCDATETIME(),
       reserved_for = CAST(:successor AS varchar(96)),
       reserved_until = DATEADD(millisecond, CAST(:reservation_ms AS int), SYSUTCDATETIME()),
       beats = beats + 1
OUTPUT inserted.expires_at
 WHERE lease_name = CAST(:role AS varchar(64)) AND holder_id = CAST(:holder AS varchar(128)) AND lease_epoch = :epoch
   AND released = 0
