SELECT intent_id, contract
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND in_flight = 0 AND gateway = ''
 ORDER BY next_attempt_at, intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY
