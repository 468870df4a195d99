-- The row of a role: read, taken, renewed, released. PostgreSQL, whose histories have an order, has its own.

--- lease-read
-- To a role without a row others tell whether the database has failed over: rows that were written in another history or
-- whose epochs have leapt since, and the history in which the tables were made.
SELECT t.history AS current_timeline,
       l.holder_id, l.node_id, l.lease_epoch, l.strategy, l.takeover, l.lease_ms, l.trust_ms, l.released,
       CASE WHEN l.timeline = 0 THEN t.history ELSE l.timeline END AS timeline, l.session_id, l.scope_key, l.expires_at,
       ${flag(l.expires_at <= t.at)} AS expired,
       ${millis(t.at, ${counted_time(l.expires_at)})} AS remaining_ms,
       ${millis(${counted_time(l.renewed_at)}, t.at)} AS age_ms,
       CASE WHEN l.reserved_until > t.at AND l.reserved_until <= ${later(t.at, 60000)} THEN l.reserved_for END AS reserved_for,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT COALESCE(MAX(e.lease_epoch), 0) FROM ${baton}leader_events e WHERE e.lease_name = ${text(:role, 64)})
            ELSE 0 END AS highest_recorded,
       0 AS history_ms,
       ${micros(t.at)} AS clock_micros,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT COUNT(*)
                    FROM ${baton}leases o
                   WHERE o.timeline NOT IN (0, t.history) OR o.lease_epoch >= 4294967296)
                 + (SELECT COUNT(*)
                      FROM ${baton}schema s
                     WHERE s.component = 'history' AND s.name <> ${typed_text(t.history, 100)})
            ELSE 0 END AS elsewhere,
       (SELECT MIN(n.node_id)
          FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
         WHERE c.lease_name = ${text(:role, 64)} AND ${is(c.preferred)} AND c.holder_id <> ${text(:me, 128)}
           AND n.seen_at > ${earlier(t.at, :alive_ms)}) AS preferred
  FROM (SELECT ${now} AS at, ${history} AS history) t
  LEFT JOIN ${baton}leases l ON l.lease_name = ${text(:role, 64)}

--- role-rows
-- Asked when a look found none, which may be because it was not answered: this always has an answer.
SELECT COUNT(*) AS rows_found FROM ${baton}leases WHERE lease_name = ${text(:role, 64)}

--- lease-lock
SELECT holder_id, lease_epoch, session_id,
       renewed_at <= ${earlier(${now}, lease_ms)} AND NOT released AS stale
  FROM ${baton}leases
 WHERE lease_name = :role
   FOR UPDATE

--- lease-insert
${final_table(expires_at)}
INSERT INTO ${baton}leases (
    lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at, expires_at,
    strategy, takeover, lease_ms, trust_ms, timeline, session_id, scope_key)
${output(expires_at)}
VALUES (
    ${text(:role, 64)}, ${text(:holder, 128)}, ${text(:node, 96)}, :epoch, ${now}, ${now}, ${later(${now}, :lease_ms)},
    ${text(:strategy, 16)}, ${text(:takeover, 16)}, :lease_ms, :trust_ms, ${history}, ${text(:session, 64)}, :scope_key)
${returning(expires_at)}

--- lease-take
${final_table(expires_at)}
UPDATE ${baton}leases
   SET holder_id = ${text(:holder, 128)}, node_id = ${text(:node, 96)}, lease_epoch = :epoch,
       acquired_at = ${now}, renewed_at = ${now}, expires_at = ${later(${now}, :lease_ms)},
       strategy = ${text(:strategy, 16)}, takeover = ${text(:takeover, 16)}, lease_ms = :lease_ms, trust_ms = :trust_ms,
       released = ${false}, reserved_for = NULL, reserved_until = NULL,
       timeline = ${history}, session_id = ${text(:session, 64)}, scope_key = :scope_key, beats = beats + 1
${output(expires_at)}
 WHERE lease_name = ${text(:role, 64)} AND lease_epoch = :old_epoch AND holder_id = ${text(:old_holder, 128)}
   AND released = ${truth(:old_released)}
   AND (:whatever_expiry = 1 OR ${is(released)} OR expires_at <= ${now})
${returning(expires_at)}

--- lease-renew
${final_table(expires_at)}
UPDATE ${baton}leases
   SET renewed_at = ${now}, expires_at = ${later(${now}, :lease_ms)},
       lease_ms = :lease_ms, trust_ms = CASE WHEN :opened = 1 THEN :trust_ms ELSE trust_ms END,
       beats = beats + 1
${output(expires_at)}
 WHERE lease_name = ${text(:role, 64)} AND holder_id = ${text(:holder, 128)} AND lease_epoch = :epoch AND ${not(released)}
   AND (:even_expired = 1 OR expires_at > ${now}) AND timeline IN (0, ${history})
${returning(expires_at)}

--- role-release
${final_table(expires_at)}
UPDATE ${baton}leases
   SET released = ${true}, expires_at = ${now},
       reserved_for = ${text(:successor, 96)}, reserved_until = ${later(${now}, :reservation_ms)},
       beats = beats + 1
${output(expires_at)}
 WHERE lease_name = ${text(:role, 64)} AND holder_id = ${text(:holder, 128)} AND lease_epoch = :epoch AND ${not(released)}
   AND timeline IN (0, ${history})
${returning(expires_at)}

--- leases-released
SELECT lease_name FROM ${baton}leases WHERE ${is(released)} AND expires_at > ${earlier(${now}, :recently_ms)}

--- role-collision
SELECT lease_name
  FROM ${baton}leases
 WHERE scope_key = :scope_key AND lease_name <> ${text(:role, 64)} AND strategy = 'session'

--- leaders-list
SELECT lease_name, node_id, holder_id, lease_epoch, strategy, takeover, acquired_at, renewed_at, expires_at, released
  FROM ${baton}leases
 ORDER BY lease_name
