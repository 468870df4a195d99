SELECT intent_id, gateway, attempt_count, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_attempt_at) DIV 1000 AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = :gateway AND next_attempt_at <= UTC_TIMESTAMP(6)
 ORDER BY next_attempt_at, intent_id
 LIMIT :row_limit
