SELECT expires_at FROM FINAL TABLE (
    UPDATE ${baton}leases
       SET renewed_at = CURRENT_TIMESTAMP(6),
           expires_at = DATEADD('MILLISECOND', :lease_ms, CURRENT_TIMESTAMP(6)),
           trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
           beats = beats + 1
     WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
       AND (:even_expired = 1 OR expires_at > CURRENT_TIMESTAMP(6)))
