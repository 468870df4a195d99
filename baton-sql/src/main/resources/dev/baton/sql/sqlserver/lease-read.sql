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
