SELECT i.intent_id AS subject, i.status AS detail
  FROM ${schema}submission_intents i
 WHERE i.status IN ('accepted', 'rejected')
   AND NOT EXISTS (SELECT 1 FROM ${schema}submission_attempts a
                    WHERE a.intent_id = i.intent_id AND a.outcome_status = i.status)
