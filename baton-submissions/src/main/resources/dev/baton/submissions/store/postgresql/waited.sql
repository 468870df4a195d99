SELECT intent_id
  FROM ${schema}submission_intents
 WHERE intent_id = ANY(:intent_id::text[]) AND (status <> 'pending' OR attempt_count > 1 OR (attempt_count = 1 AND NOT in_flight))
