--- lease-read
SELECT 0 AS current_timeline,
       l.holder_id, l.node_id, l.lease_epoch, l.strategy, l.takeover, l.lease_ms, l.trust_ms, l.released,
       l.timeline, l.session_id, l.scope_key,
       l.expires_at <= t.instant AS expired,
       TIMESTAMPDIFF(MICROSECOND, t.instant, l.expires_at) DIV 1000 AS remaining_ms,
       TIMESTAMPDIFF(MICROSECOND, l.renewed_at, t.instant) DIV 1000 AS age_ms,
       CASE WHEN l.reserved_until > t.instant AND l.reserved_until <= t.instant + INTERVAL 1 MINUTE THEN l.reserved_for END AS reserved_for,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT COALESCE(MAX(e.lease_epoch), 0) FROM ${baton}leader_events e WHERE e.lease_name = :role)
            ELSE 0 END AS highest_recorded,
       (SELECT MIN(n.node_id)
          FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
         WHERE c.lease_name = :role AND c.preferred AND c.holder_id <> :me
           AND n.seen_at > UTC_TIMESTAMP(6) - INTERVAL :alive_ms * 1000 MICROSECOND) AS preferred
  FROM (SELECT UTC_TIMESTAMP(6) AS instant) t
  LEFT JOIN ${baton}leases l ON l.lease_name = :role

--- lease-lock
SELECT holder_id, lease_epoch, session_id,
       renewed_at <= UTC_TIMESTAMP(6) - INTERVAL lease_ms * 1000 MICROSECOND AND NOT released AS stale
  FROM ${baton}leases
 WHERE lease_name = :role
   FOR UPDATE

--- lease-expiry
SELECT expires_at FROM ${baton}leases WHERE lease_name = :role

--- lease-insert
INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, session_id, scope_key)
VALUES (
    :role, :holder, :node, :epoch, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6),
    UTC_TIMESTAMP(6) + INTERVAL :lease_ms * 1000 MICROSECOND,
    :strategy, :takeover, :lease_ms, :trust_ms, :session, :scope_key)

--- lease-take
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

--- lease-renew
UPDATE ${baton}leases
   SET renewed_at = UTC_TIMESTAMP(6),
       expires_at = UTC_TIMESTAMP(6) + INTERVAL :lease_ms * 1000 MICROSECOND,
       trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
   AND (:even_expired = 1 OR expires_at > UTC_TIMESTAMP(6))

--- role-release
UPDATE ${baton}leases
   SET released = 1, expires_at = UTC_TIMESTAMP(6),
       reserved_for = :successor,
       reserved_until = UTC_TIMESTAMP(6) + INTERVAL :reservation_ms * 1000 MICROSECOND,
       beats = beats + 1
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
