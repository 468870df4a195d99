UPDATE ${schema}submission_intents
   SET webhook_status = :state, webhook_attempts = webhook_attempts + 1, webhook_at = SYSUTCDATETIME(), webhook_error = :error,
       webhook_next_at = CASE WHEN :state = 'pending' THEN DATEADD(MILLISECOND, CAST(:retry_ms % 1000 AS int), DATEADD(SECOND, CAST(:retry_ms / 1000 AS int), SYSUTCDATETIME())) END,
       last_modified_at = SYSUTCDATETIME(), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND webhook_status = 'pending' AND webhook_attempts = :tried
