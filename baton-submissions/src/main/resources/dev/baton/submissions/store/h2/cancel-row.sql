UPDATE ${schema}submission_intents
   SET status = 'cancelled', completed_at = CURRENT_TIMESTAMP(6), next_attempt_at = NULL, last_modified_at = CURRENT_TIMESTAMP(6),
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN CURRENT_TIMESTAMP(6) END
 WHERE intent_id = :intent_id AND status = 'pending'
