SELECT expires_at FROM FINAL TABLE (
    INSERT INTO ${baton}leases (
        lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
        strategy, takeover, lease_ms, trust_ms, session_id, scope_key)
    VALUES (
        :role, :holder, :node, :epoch, CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6),
        DATEADD('MILLISECOND', :lease_ms, CURRENT_TIMESTAMP(6)),
        :strategy, :takeover, :lease_ms, :trust_ms, :session, :scope_key))
