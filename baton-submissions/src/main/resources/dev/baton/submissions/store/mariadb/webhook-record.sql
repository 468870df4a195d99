UPDATE ${schema}submission_intents
   SET webhook_status = :state, webhook_attempts = webhook_attempts + 1, webhook_at = UTC_TIMESTAMP(6), webhook_error = :error,
       webhook_next_at = CASE WHEN :state = 'pending' THEN UTC_TIMESTAMP(6) + INTERVAL :retry_ms * 1000 MICROSECOND END,
       last_modified_at = UTC_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND webhook_status = 'pending' AND webhook_attempts = :tried
