SELECT intent_id, contract
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = ''
 ORDER BY next_attempt_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY
