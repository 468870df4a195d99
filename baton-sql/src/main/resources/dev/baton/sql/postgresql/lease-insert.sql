INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, timeline, session_id, scope_key)
VALUES (
    :role, :holder, :node, :epoch, clock_timestamp(), clock_timestamp(),
    clock_timestamp() + :lease_ms * interval '1 millisecond',
    :strategy, :takeover, :lease_ms, :trust_ms, ${baton}timeline(), :session, :scope_key)
RETURNING expires_at
