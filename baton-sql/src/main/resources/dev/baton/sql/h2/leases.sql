--- lease-read
SELECT 0 AS current_timeline,
       l.holder_id, l.node_id, l.lease_epoch, l.strategy, l.takeover, l.lease_ms, l.trust_ms, l.released,
       l.timeline, l.session_id, l.scope_key,
       l.expires_at <= t.at AS expired,
       CAST(EXTRACT(EPOCH FROM l.expires_at - t.at) * 1000 AS bigint) AS remaining_ms,
       CAST(EXTRACT(EPOCH FROM t.at - l.renewed_at) * 1000 AS bigint) AS age_ms,
       CASE WHEN l.reserved_until > t.at AND l.reserved_until <= DATEADD('MINUTE', 1, t.at) THEN l.reserved_for END AS reserved_for,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT COALESCE(MAX(e.lease_epoch), 0) FROM ${baton}leader_events e WHERE e.lease_name = :role)
            ELSE 0 END AS highest_recorded,
       (SELECT MIN(n.node_id)
          FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
         WHERE c.lease_name = :role AND c.preferred AND c.holder_id <> :me
           AND n.seen_at > DATEADD('MILLISECOND', -:alive_ms, t.at)) AS preferred
  FROM (SELECT CURRENT_TIMESTAMP(6) AS at) t
  LEFT JOIN ${baton}leases l ON l.lease_name = :role

--- lease-insert
SELECT expires_at FROM FINAL TABLE (
    INSERT INTO ${baton}leases (
        lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
        strategy, takeover, lease_ms, trust_ms, session_id, scope_key)
    VALUES (
        :role, :holder, :node, :epoch, CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6),
        DATEADD('MILLISECOND', :lease_ms, CURRENT_TIMESTAMP(6)),
        :strategy, :takeover, :lease_ms, :trust_ms, :session, :scope_key))

--- lease-take
SELECT expires_at FROM FINAL TABLE (
    UPDATE ${baton}leases
       SET holder_id = :holder, node_id = :node, lease_epoch = :epoch,
           acquired_at = CURRENT_TIMESTAMP(6), renewed_at = CURRENT_TIMESTAMP(6),
           expires_at = DATEADD('MILLISECOND', :lease_ms, CURRENT_TIMESTAMP(6)),
           strategy = :strategy, takeover = :takeover, lease_ms = :lease_ms, trust_ms = :trust_ms,
           released = false, reserved_for = NULL, reserved_until = NULL,
           session_id = :session, scope_key = :scope_key, beats = beats + 1
     WHERE lease_name = :role AND lease_epoch = :old_epoch AND holder_id = :old_holder
       AND released = (:old_released = 1)
       AND (:whatever_expiry = 1 OR released OR expires_at <= CURRENT_TIMESTAMP(6)))

--- lease-renew
SELECT expires_at FROM FINAL TABLE (
    UPDATE ${baton}leases
       SET renewed_at = CURRENT_TIMESTAMP(6),
           expires_at = DATEADD('MILLISECOND', :lease_ms, CURRENT_TIMESTAMP(6)),
           trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
           beats = beats + 1
     WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
       AND (:even_expired = 1 OR expires_at > CURRENT_TIMESTAMP(6)))

--- role-release
SELECT expires_at FROM FINAL TABLE (
    UPDATE ${baton}leases
       SET released = true, expires_at = CURRENT_TIMESTAMP(6),
           reserved_for = :successor,
           reserved_until = DATEADD('MILLISECOND', :reservation_ms, CURRENT_TIMESTAMP(6)),
           beats = beats + 1
     WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released)
