UPDATE ${baton}leases
   SET holder_id = CAST(:holder AS varchar(128)), node_id = CAST(:node AS varchar(96)), lease_epoch = :epoch,
       acquired_at = SYSUTCDATETIME(), renewed_at = SYSUTCDATETIME(),
       expires_at = DATEADD(millisecond, CAST(:lease_ms AS int), SYSUTCDATETIME()),
       strategy = CAST(:strategy AS varchar(16)), takeover = CAST(:takeover AS varchar(16)),
       lease_ms = :lease_ms, trust_ms = :trust_ms,
       released = 0, reserved_for = NULL, reserved_until = NULL,
       session_id = CAST(:session AS varchar(64)), scope_key = :scope_key, beats = beats + 1
OUTPUT inserted.expires_at
 WHERE lease_name = CAST(:role AS varchar(64)) AND lease_epoch = :old_epoch
   AND holder_id = CAST(:old_holder AS varchar(128))
   AND released = CAST(:old_released AS bit)
   AND (:whatever_expiry = 1 OR released = 1 OR expires_at <= SYSUTCDATETIME())
