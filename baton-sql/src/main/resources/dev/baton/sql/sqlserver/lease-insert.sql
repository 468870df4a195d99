INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, session_id, scope_key)
OUTPUT inserted.expires_at
VALUES (
    CAST(:role AS varchar(64)), CAST(:holder AS varchar(128)), CAST(:node AS varchar(96)), :epoch,
    SYSUTCDATETIME(), SYSUTCDATETIME(), DATEADD(millisecond, CAST(:lease_ms AS int), SYSUTCDATETIME()),
    CAST(:strategy AS varchar(16)), CAST(:takeover AS varchar(16)), :lease_ms, :trust_ms,
    CAST(:session AS varchar(64)), :scope_key)
