UPDATE ${schema}submission_intents
   SET attempt_count = attempt_count + 1, in_flight = TRUE, attempt_started_at = CURRENT_TIMESTAMP(6), last_modified_at = CURRENT_TIMESTAMP(6),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND NOT in_flight AND attempt_count = :attempt_count
   AND next_attempt_at <= CURRENT_TIMESTAMP(6) AND (deadline_at IS NULL OR deadline_at > CURRENT_TIMESTAMP(6))
