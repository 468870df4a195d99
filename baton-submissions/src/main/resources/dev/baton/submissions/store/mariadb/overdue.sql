SELECT intent_id
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND deadline_at <= UTC_TIMESTAMP(6)
 ORDER BY deadline_at
 LIMIT :row_limit
