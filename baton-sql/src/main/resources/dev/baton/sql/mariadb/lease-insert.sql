INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, session_id, scope_key)
VALUES (
    :role, :holder, :node, :epoch, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
    UTC_TIMESTAMP(6) + INTERVAL :lease_ms * 1000 MICROSECOND,
    :strategy, :takeover, :lease_ms, :trust_ms, :session, :scope_key)
