SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET in_flight = 0, counted_attempts = counted_attempts + :counted, last_modified_at = SYSUTCDATETIME(),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :number AND in_flight = 1 AND status <> 'pending'
