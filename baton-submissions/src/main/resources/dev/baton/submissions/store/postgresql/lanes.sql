--- lanes
WITH RECURSIVE lanes AS (
    (SELECT gateway FROM ${submission}intents WHERE status = 'pending' AND NOT in_flight ORDER BY gateway LIMIT 1)
    UNION ALL
    SELECT (SELECT i.gateway FROM ${submission}intents i
             WHERE i.status = 'pending' AND NOT i.in_flight AND i.gateway > l.gateway ORDER BY i.gateway LIMIT 1)
      FROM lanes l
     WHERE l.gateway IS NOT NULL)
SELECT gateway FROM lanes WHERE gateway IS NOT NULL

--- feed-start
SELECT CAST(pg_current_snapshot() AS text) AS since

--- feed-changes
-- What could not be seen from the snapshot of the last look: who came after it, and who was at work then. The order is
-- there to say which index is meant. The first row tells the snapshot of this look.
SELECT NULL AS intent_id, '' AS gateway, 0 AS attempt_count, 0 AS due_us, 0 AS due_ms,
       CAST(pg_current_snapshot() AS text) AS position
UNION ALL
(SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})}, ${millis_until(${counted_time(next_attempt_at)})}, NULL
   FROM ${submission}intents
  WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
    AND change_xid >= pg_snapshot_xmax(CAST(CAST(:position AS text) AS pg_snapshot)) AND NOT (${listed(gateway, :foreign)})
  ORDER BY change_xid
  LIMIT :row_limit)
UNION ALL
(SELECT intent_id, gateway, attempt_count, ${micros(${counted_time(next_attempt_at)})}, ${millis_until(${counted_time(next_attempt_at)})}, NULL
   FROM ${submission}intents
  WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
    AND change_xid = ANY (ARRAY(SELECT pg_snapshot_xip(CAST(CAST(:position AS text) AS pg_snapshot)))) AND NOT (${listed(gateway, :foreign)})
  ORDER BY change_xid
  LIMIT :row_limit)
