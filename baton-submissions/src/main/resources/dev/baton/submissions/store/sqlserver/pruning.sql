--- prunable
SELECT intent_id
  FROM ${schema}submission_intents
 WHERE created_at < DATEADD(SECOND, -CAST(:age_ms / 1000 AS int), SYSUTCDATETIME()) AND completed_at < DATEADD(SECOND, -CAST(:age_ms / 1000 AS int), SYSUTCDATETIME())
   AND status <> 'pending' AND in_flight = 0 AND (webhook_status IS NULL OR webhook_status <> 'pending')
 ORDER BY created_at
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY
