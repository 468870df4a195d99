SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET status = :verdict, rejected_reason = :rejected_reason, exhausted_reason = :exhausted_reason,
       next_attempt_at = CASE WHEN :verdict = 'pending' THEN DATEADD(MILLISECOND, CAST(:retry_ms % 1000 AS int), DATEADD(SECOND, CAST(:retry_ms / 1000 AS int), SYSUTCDATETIME())) END,
       completed_at = CASE WHEN :verdict <> 'pending' THEN SYSUTCDATETIME() END,
       webhook_next_at = CASE WHEN :verdict <> 'pending' AND webhook_status = 'pending' THEN SYSUTCDATETIME() END,
       counted_attempts = counted_attempts + :counted,
       key_attempt = CASE WHEN :definite = 1 THEN :number + 1 ELSE key_attempt END,
       attempt_count = :number, attempt_started_at = CASE WHEN in_flight = 1 THEN attempt_started_at ELSE SYSUTCDATETIME() END,
       in_flight = 0, last_modified_at = SYSUTCDATETIME(), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun AND status = 'pending'
