SELECT intent_id, gateway, attempt_count, CAST(CEIL(EXTRACT(EPOCH FROM next_attempt_at - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = :gateway AND next_attempt_at <= CURRENT_TIMESTAMP(6)
 ORDER BY next_attempt_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY
