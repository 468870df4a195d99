UPDATE ${baton}leases
   SET holder_id = :holder, node_id = :node, lease_epoch = :epoch,
       acquired_at = UTC_TIMESTAMP(6), renewed_at = UTC_TIMESTAMP(6),
       expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease_ms * 1000 MICROSECOND,
       strategy = :strategy, takeover = :takeover, lease_ms = :lease_ms, trust_ms = :trust_ms,
       released = 0, reserved_for = NULL, reserved_until = NULL,
       session_id = :session, scope_key = :scope_key, beats = beats + 1
 WHERE lease_name = :role AND lease_epoch = :old_epoch AND holder_id = :old_holder
   AND released = :old_released
   AND (:whatever_expiry = 1 OR released OR expires_at <= UTC_TIMESTAMP(6))
