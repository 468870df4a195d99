--- lease-read
SELECT 0 AS current_timeline,
       l.holder_id, l.node_id, l.lease_epoch, l.strategy, l.takeover, l.lease_ms, l.trust_ms, l.released,
       l.timeline, l.session_id, l.scope_key,
       CASE WHEN l.expires_at <= t.instant THEN 1 ELSE 0 END AS expired,
       DATEDIFF_BIG(millisecond, t.instant, l.expires_at) AS remaining_ms,
       DATEDIFF_BIG(millisecond, l.renewed_at, t.instant) AS age_ms,
       CASE WHEN l.reserved_until > t.instant AND l.reserved_until <= DATEADD(minute, 1, t.instant) THEN l.reserved_for END AS reserved_for,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT COALESCE(MAX(e.lease_epoch), 0)
                    FROM ${baton}leader_events e
                   WHERE e.lease_name = CAST(:role AS varchar(64)))
            ELSE 0 END AS highest_recorded,
       (SELECT MIN(n.node_id)
          FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
         WHERE c.lease_name = CAST(:role AS varchar(64)) AND c.preferred = 1
           AND c.holder_id <> CAST(:me AS varchar(128))
           AND n.seen_at > DATEADD(millisecond, -CAST(:alive_ms AS int), t.instant)) AS preferred
  FROM (SELECT SYSUTCDATETIME() AS instant) t
  LEFT JOIN ${baton}leases l ON l.lease_name = CAST(:role AS varchar(64))

--- lease-lock
UPDATE ${baton}leases
   SET beats = beats
OUTPUT inserted.holder_id, inserted.lease_epoch, inserted.session_id,
       CASE WHEN inserted.renewed_at <= DATEADD(millisecond, -CAST(inserted.lease_ms AS int), SYSUTCDATETIME())
             AND inserted.released = 0
            THEN 1 ELSE 0 END AS stale
 WHERE lease_name = CAST(:role AS varchar(64))

--- lease-insert
INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, session_id, scope_key)
OUTPUT inserted.expires_at
VALUES (
    CAST(:role AS varchar(64)), CAST(:holder AS varchar(128)), CAST(:node AS varchar(96)), :epoch,
    SYSUTCDATETIME(), SYSUTCDATETIME(), DATEADD(millisecond, CAST(:lease_ms AS int), SYSUTCDATETIME()),
    CAST(:strategy AS varchar(16)), CAST(:takeover AS varchar(16)), :lease_ms, :trust_ms,
    CAST(:session AS varchar(64)), :scope_key)

--- lease-take
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

--- lease-renew
UPDATE ${baton}leases
   SET renewed_at = SYSUTCDATETIME(),
       expires_at = DATEADD(millisecond, CAST(:lease_ms AS int), SYSUTCDATETIME()),
       trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
OUTPUT inserted.expires_at
 WHERE lease_name = CAST(:role AS varchar(64)) AND holder_id = CAST(:holder AS varchar(128)) AND lease_epoch = :epoch
   AND released = 0 AND (:even_expired = 1 OR expires_at > SYSUTCDATETIME())

--- role-release
UPDATE ${baton}leases
   SET released = 1, expires_at = SYSUTCDATETIME(),
       reserved_for = CAST(:successor AS varchar(96)),
       reserved_until = DATEADD(millisecond, CAST(:reservation_ms AS int), SYSUTCDATETIME()),
       beats = beats + 1
OUTPUT inserted.expires_at
 WHERE lease_name = CAST(:role AS varchar(64)) AND holder_id = CAST(:holder AS varchar(128)) AND lease_epoch = :epoch
   AND released = 0

--- role-collision
SELECT lease_name
  FROM ${baton}leases
 WHERE scope_key = :scope_key AND lease_name <> CAST(:role AS varchar(64)) AND strategy = 'session'
