--- prunable
SELECT intent_id
  FROM ${schema}submission_intents
 WHERE created_at < DATEADD('MILLISECOND', -:age_ms, CURRENT_TIMESTAMP(6)) AND completed_at < DATEADD('MILLISECOND', -:age_ms, CURRENT_TIMESTAMP(6))
   AND status <> 'pending' AND NOT in_flight AND (webhook_status IS NULL OR webhook_status <> 'pending')
 ORDER BY created_at
 FETCH FIRST :row_limit ROWS ONLY
