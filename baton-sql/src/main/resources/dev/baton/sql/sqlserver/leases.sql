--- lease-lock
UPDATE ${baton}leases
   SET beats = beats
OUTPUT inserted.holder_id, inserted.lease_epoch, inserted.session_id,
       CASE WHEN inserted.renewed_at <= DATEADD(millisecond, -CAST(inserted.lease_ms AS int), SYSUTCDATETIME())
             AND inserted.released = 0
            THEN 1 ELSE 0 END AS stale
 WHERE lease_name = CAST(:role AS varchar(64))
