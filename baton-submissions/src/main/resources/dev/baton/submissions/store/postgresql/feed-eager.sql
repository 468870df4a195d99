SELECT intent_id, gateway, attempt_count, CAST(CEIL(EXTRACT(EPOCH FROM next_attempt_at - clock_timestamp()) * 1000) AS bigint) AS due_ms, CAST(last_modified_at AT TIME ZONE 'UTC' AS text) AS position
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND next_attempt_at IS NOT NULL
   AND (last_modified_at, intent_id)
     > (CAST(:position AS timestamp) AT TIME ZONE 'UTC' - :overlap_ms * interval '1 millisecond', :position_id)
 ORDER BY last_modified_at, intent_id
 LIMIT :row_limit
