--- prunable
SELECT intent_id
  FROM ${schema}submission_intents
 WHERE created_at < UTC_TIMESTAMP(6) + INTERVAL (:age_ms * -1) * 1000 MICROSECOND AND completed_at < UTC_TIMESTAMP(6) + INTERVAL (:age_ms * -1) * 1000 MICROSECOND
   AND status <> 'pending' AND NOT in_flight AND (webhook_status IS NULL OR webhook_status <> 'pending')
 ORDER BY created_at
 LIMIT :row_limit
