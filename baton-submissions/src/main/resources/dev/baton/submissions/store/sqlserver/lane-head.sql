SELECT intent_id, gateway, attempt_count, DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), next_attempt_at) AS due_ms
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND in_flight = 0 AND gateway = :gateway AND next_attempt_at IS NOT NULL
 ORDER BY next_attempt_at, intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY
