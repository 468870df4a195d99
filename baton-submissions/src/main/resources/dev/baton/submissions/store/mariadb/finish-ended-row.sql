UPDATE ${schema}submission_intents
   SET in_flight = FALSE, counted_attempts = counted_attempts + :counted, last_modified_at = UTC_TIMESTAMP(6),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :number AND in_flight AND status <> 'pending'
