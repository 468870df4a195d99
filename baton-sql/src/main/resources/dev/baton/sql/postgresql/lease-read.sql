SELECT t.timeline AS current_timeline,
       l.holder_id, l.node_id, l.lease_epoch, l.strategy, l.takeover, l.lease_ms, l.trust_ms, l.released,
       CASE WHEN l.timeline = 0 THEN t.timeline ELSE l.timeline END AS timeline, l.session_id, l.scope_key,
       l.expires_at <= t.now AS expired,
       (extract(epoch FROM l.expires_at - t.now) * 1000)::bigint AS remaining_ms,
       (extract(epoch FROM t.now - l.renewed_at) * 1000)::bigint AS age_ms,
       CASE WHEN l.reserved_until > t.now AND l.reserved_until <= t.now + interval '1 minute' THEN l.reserved_for END AS reserved_for,
       CASE WHEN l.lease_name IS NULL
            THEN (SELECT coalesce(max(e.lease_epoch), 0) FROM ${baton}leader_events e WHERE e.lease_name = :role)
            ELSE 0 END AS highest_recorded,
       (SELECT min(n.node_id)
          FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
         WHERE c.lease_name = :role AND c.preferred AND c.holder_id <> :me
           AND n.seen_at > t.now - :alive_ms * interval '1 millisecond') AS preferred
  FROM (SELECT ${baton}timeline() AS timeline, clock_timestamp() AS now) t
  LEFT JOIN ${baton}leases l ON l.lease_name = :role
