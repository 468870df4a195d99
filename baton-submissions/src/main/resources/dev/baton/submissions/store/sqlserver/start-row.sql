SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET attempt_count = attempt_count + 1, in_flight = 1, attempt_started_at = SYSUTCDATETIME(), last_modified_at = SYSUTCDATETIME(),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND in_flight = 0 AND attempt_count = :attempt_count
   AND next_attempt_at <= SYSUTCDATETIME() AND (deadline_at IS NULL OR deadline_at > SYSUTCDATETIME())
