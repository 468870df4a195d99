UPDATE ${baton}leases
   SET renewed_at = SYSUTCDATETIME(),
       expires_at = DATEADD(millisecond, CAST(:lease_ms AS int), SYSUTCDATETIME()),
       trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
OUTPUT inserted.expires_at
 WHERE lease_name = CAST(:role AS varchar(64)) AND holder_id = CAST(:holder AS varchar(128)) AND lease_epoch = :epoch
   AND released = 0 AND (:even_expired = 1 OR expires_at > SYSUTCDATETIME())
