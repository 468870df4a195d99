UPDATE ${baton}leases
   SET holder_id = :holder, node_id = :node, lease_epoch = :epoch,
       acquired_at = clock_timestamp(), renewed_at = clock_timestamp(),
       expires_at = clock_timestamp() + :lease_ms * interval '1 millisecond',
       strategy = :strategy, takeover = :takeover, lease_ms = :lease_ms, trust_ms = :trust_ms,
       released = false, reserved_for = NULL, reserved_until = NULL,
       timeline = ${baton}timeline(), session_id = :session, scope_key = :scope_key, beats = beats + 1
 WHERE lease_name = :role AND lease_epoch = :old_epoch AND holder_id = :old_holder
   AND released = (:old_released = 1)
   AND (:whatever_expiry = 1 OR released OR expires_at <= clock_timestamp())
RETURNING expires_at
