UPDATE ${baton}leases
   SET renewed_at = clock_timestamp(),
       expires_at = clock_timestamp() + :lease_ms * interval '1 millisecond',
       trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
   AND (:even_expired = 1 OR expires_at > clock_timestamp())
   AND timeline IN (0, ${baton}timeline())
RETURNING expires_at
