SELECT a.intent_id AS subject, a.attempt_number AS detail
  FROM ${schema}submission_attempts a JOIN ${schema}submission_intents i ON i.intent_id = a.intent_id
 WHERE i.status IN ('accepted', 'rejected', 'exhausted') AND a.started_at > i.completed_at
