--- lease-read
SELECT t.timeline AS current_timeline,
       l.holder_id, l.node_id, l.lease_epoch, l.strategy, l.takeover, l.lease_ms, l.trust_ms, l.released,
       CASE WHEN l.timeline = 0 THEN t.timeline ELSE l.timeline END AS timeline, l.session_id, l.scope_key, l.expires_at,
       l.expires_at <= t.now AS expired,
       ${millis(t.now, ${counted_time(l.expires_at)})} AS remaining_ms,
       ${millis(${counted_time(l.renewed_at)}, t.now)} AS age_ms,
       CASE WHEN l.reserved_until > t.now AND l.reserved_until <= t.now + interval '1 minute' THEN l.reserved_for END AS reserved_for,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT coalesce(max(e.lease_epoch), 0) FROM ${baton}leader_events e WHERE e.lease_name = :role)
            ELSE 0 END AS highest_recorded,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT coalesce(${millis(${counted_time(min(o.acquired_at))}, t.now)}, 0)
                    FROM ${baton}leases o
                   WHERE o.timeline = t.timeline)
            ELSE 0 END AS history_ms,
       (SELECT min(n.node_id)
          FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
         WHERE c.lease_name = :role AND c.preferred AND c.holder_id <> :me
           AND n.seen_at > t.now - :alive_ms * interval '1 millisecond') AS preferred
  FROM (SELECT ${baton}timeline() AS timeline, clock_timestamp() AS now) t
  LEFT JOIN ${baton}leases l ON l.lease_name = :role

--- lease-insert
INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, timeline, session_id, scope_key)
VALUES (
    :role, :holder, :node, :epoch, clock_timestamp(), clock_timestamp(),
    clock_timestamp() + :lease_ms * interval '1 millisecond',
    :strategy, :takeover, :lease_ms, :trust_ms, ${baton}timeline(), :session, :scope_key)
RETURNING expires_at

--- lease-take
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

--- lease-renew
-- As durable as the term: a renewal that a crash of the server forgot would let a successor in beside an open gate.
UPDATE ${baton}leases
   SET renewed_at = clock_timestamp(),
       expires_at = clock_timestamp() + :lease_ms * interval '1 millisecond',
       lease_ms = :lease_ms, trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
  FROM (SELECT CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
                    THEN set_config('synchronous_commit', 'on', true) END AS durable
        OFFSET 0) s
 WHERE lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
   AND (:even_expired = 1 OR expires_at > clock_timestamp())
   AND timeline IN (0, ${baton}timeline())
RETURNING expires_at

--- role-leave
-- Released, recorded and announced by one statement, or none of it. Nobody waits for the disk here: the next term's own
-- commit writes this one too, since the log is written in order, and a server that crashes before that forgets the
-- release, which is as if the holder had crashed.
WITH departed AS (
    UPDATE ${baton}leases
       SET released = true, expires_at = clock_timestamp(),
           reserved_for = CAST(:successor AS varchar),
           reserved_until = clock_timestamp() + :reservation_ms * interval '1 millisecond',
           beats = beats + 1
      FROM (SELECT set_config('synchronous_commit', 'off', true) AS lazy OFFSET 0) s
     WHERE s.lazy = 'off'
       AND lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
       AND timeline IN (0, ${baton}timeline())
    RETURNING lease_name, lease_epoch, holder_id
), recorded AS (
    INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
    SELECT d.lease_name, d.lease_epoch, d.holder_id, :node, :event, :reason, clock_timestamp()
      FROM departed d
)
SELECT pg_notify(:channel, :payload) FROM departed

--- short-take
-- Locks that nobody stands for, taken and given back again and again: one statement each, no line in the history. What
-- was given back becomes the next term; for anything else there is no row. CASE keeps the order: the fence is closed only
-- for a row that may be taken, and before it is written. The snapshot is older than that lock, which would spoil a look
-- but not this write: a row that somebody has changed since is judged once more, as it is then. What locks before this one
-- owe to gates (below zero) stays.
UPDATE ${baton}leases l
   SET holder_id = :holder, node_id = :node, lease_epoch = l.lease_epoch + 1,
       acquired_at = clock_timestamp(), renewed_at = clock_timestamp(),
       expires_at = clock_timestamp() + :lease_ms * interval '1 millisecond',
       strategy = :strategy, takeover = :takeover, lease_ms = :lease_ms, trust_ms = least(l.trust_ms, 0),
       released = false, reserved_until = NULL, session_id = '', scope_key = :scope_key, beats = l.beats + 1
 WHERE l.lease_name = :role
   AND CASE WHEN l.released AND l.reserved_for IS NULL AND l.timeline = ${baton}timeline()
                 AND (l.lease_epoch + 1) % :unrecorded <> 0
                 AND NOT EXISTS (SELECT 1 FROM ${baton}candidates c WHERE c.lease_name = l.lease_name)
            THEN set_config('lock_timeout', :bound_ms, true) IS NOT NULL
                 AND (current_setting('synchronous_commit') NOT IN ('off', 'local')
                      OR set_config('synchronous_commit', 'on', true) IS NOT NULL)
                 AND pg_advisory_xact_lock(:fence_key) IS NOT NULL
            ELSE false END
RETURNING l.lease_epoch

--- short-held
-- Whether somebody has it for whom this one is simply too late.
SELECT 1
  FROM ${baton}leases
 WHERE lease_name = :role AND NOT released AND expires_at > clock_timestamp() AND reserved_for IS NULL
   AND timeline IN (0, ${baton}timeline())
   AND strategy = :strategy AND takeover = :takeover AND scope_key IN (0, :scope_key)

--- short-return
-- Nobody waits for the disk here, as with role-leave.
UPDATE ${baton}leases
   SET released = true, expires_at = clock_timestamp(), reserved_for = NULL, reserved_until = NULL, beats = beats + 1
  FROM (SELECT set_config('synchronous_commit', 'off', true) AS lazy OFFSET 0) s
 WHERE s.lazy = 'off'
   AND lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
   AND timeline IN (0, ${baton}timeline())

--- role-announce
SELECT pg_notify(:channel, :payload)

--- role-announce-session
SET synchronous_commit = off
