SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET status = 'cancelled', completed_at = SYSUTCDATETIME(), next_attempt_at = NULL, last_modified_at = SYSUTCDATETIME(),
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN SYSUTCDATETIME() END
 WHERE intent_id = :intent_id AND status = 'pending'
