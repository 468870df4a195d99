SELECT status, COUNT(*) AS intents FROM (
    SELECT status FROM ${schema}submission_intents ORDER BY created_at DESC, intent_id DESC LIMIT 1000) AS newest
 GROUP BY status
 ORDER BY status
