UPDATE ${schema}submission_intents
   SET status = :verdict, rejected_reason = :rejected_reason, exhausted_reason = :exhausted_reason,
       next_attempt_at = CASE WHEN :verdict = 'pending' THEN UTC_TIMESTAMP(6) + INTERVAL :retry_ms * 1000 MICROSECOND END,
       completed_at = CASE WHEN :verdict <> 'pending' THEN UTC_TIMESTAMP(6) END,
       webhook_next_at = CASE WHEN :verdict <> 'pending' AND webhook_status = 'pending' THEN UTC_TIMESTAMP(6) END,
       counted_attempts = counted_attempts + :counted,
       key_attempt = CASE WHEN :definite = 1 THEN :number + 1 ELSE key_attempt END,
       attempt_count = :number, attempt_started_at = CASE WHEN in_flight THEN attempt_started_at ELSE UTC_TIMESTAMP(6) END,
       in_flight = FALSE, last_modified_at = UTC_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun AND status = 'pending'
