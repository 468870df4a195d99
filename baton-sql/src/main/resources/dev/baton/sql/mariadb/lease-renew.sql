UPDATE ${baton}leases
   SET renewed_at = UTC_TIMESTAMP(6),
       expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease_ms * 1000 MICROSECOND,
       trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
   AND (:even_expired = 1 OR expires_at > UTC_TIMESTAMP(6))
