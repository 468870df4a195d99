SELECT intent_id, gateway, attempt_count, DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), next_attempt_at) AS due_ms, CONVERT(varchar(33), last_modified_at, 126) AS position
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND in_flight = 0 AND next_attempt_at IS NOT NULL
   AND (last_modified_at > DATEADD(MILLISECOND, -CAST(:overlap_ms AS int), CAST(:position AS datetime2(7)))
        OR (last_modified_at = DATEADD(MILLISECOND, -CAST(:overlap_ms AS int), CAST(:position AS datetime2(7))) AND intent_id > :position_id))
 ORDER BY last_modified_at, intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY
