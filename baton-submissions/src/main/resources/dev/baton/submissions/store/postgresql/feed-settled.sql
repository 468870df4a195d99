SELECT intent_id, gateway, attempt_count, CAST(CEIL(EXTRACT(EPOCH FROM next_attempt_at - clock_timestamp()) * 1000) AS bigint) AS due_ms, CAST(change_xid AS text) AS position
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
   AND (change_xid, intent_id) > (CAST(CAST(:position AS text) AS xid8), :position_id)
   AND change_xid < pg_snapshot_xmin(pg_current_snapshot())
 ORDER BY change_xid, intent_id
 LIMIT :row_limit
