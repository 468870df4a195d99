SELECT intent_id AS subject, status AS detail
  FROM ${schema}submission_intents
 WHERE (status = 'pending' AND completed_at IS NOT NULL) OR (status <> 'pending' AND completed_at IS NULL)
