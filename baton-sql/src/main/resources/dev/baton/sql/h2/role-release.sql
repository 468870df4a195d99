SELECT expires_at FROM FINAL TABLE (
    UPDATE ${baton}leases
       SET released = true, expires_at = CURRENT_TIMESTAMP(6),
           reserved_for = :successor,
           reserved_until = DATEADD('MILLISECOND', :reservation_ms, CURRENT_TIMESTAMP(6)),
           beats = beats + 1
     WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released)
