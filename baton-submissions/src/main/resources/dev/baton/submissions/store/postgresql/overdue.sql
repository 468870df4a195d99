SELECT intent_id
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND deadline_at <= clock_timestamp()
 ORDER BY deadline_at
 LIMIT :row_limit
