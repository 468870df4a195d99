--- webhook-record
UPDATE ${submission}intents
   SET webhook_status = :state, webhook_attempts = webhook_attempts + 1, webhook_at = clock_timestamp(),
       webhook_error = :error, lease_epoch = :epoch, holder_id = :holder,
       last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id(),
       webhook_next_at = CASE WHEN :state = 'pending' THEN clock_timestamp() + :retry_ms * interval '1 millisecond' END
 WHERE intent_id = :intent_id AND webhook_status = 'pending' AND webhook_attempts = :tried
