SELECT status, COUNT(*) AS intents FROM (
    SELECT TOP (1000) status FROM ${schema}submission_intents ORDER BY created_at DESC, intent_id DESC) AS newest
 GROUP BY status
 ORDER BY status
