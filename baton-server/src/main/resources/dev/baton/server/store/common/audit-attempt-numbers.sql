SELECT a.intent_id AS subject, a.attempt_number AS detail
  FROM ${schema}submission_attempts a JOIN ${schema}submission_intents i ON i.intent_id = a.intent_id
 WHERE a.attempt_number > i.attempt_count
