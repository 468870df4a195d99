SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = SYSUTCDATETIME(), next_attempt_at = NULL,
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN SYSUTCDATETIME() END, last_modified_at = SYSUTCDATETIME(),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND in_flight = 0 AND deadline_at <= SYSUTCDATETIME()
