UPDATE ${schema}submission_intents
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = UTC_TIMESTAMP(6), next_attempt_at = NULL,
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN UTC_TIMESTAMP(6) END, last_modified_at = UTC_TIMESTAMP(6),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND NOT in_flight AND deadline_at <= UTC_TIMESTAMP(6)
