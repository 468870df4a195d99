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
