-- What the first programs wrote about intents. These were released: they are never changed.

--- start-row
${counted}
UPDATE ${submission}intents
   SET attempt_count = attempt_count + 1, in_flight = ${true}, attempt_started_at = ${now}, last_modified_at = ${now},
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND ${not(in_flight)} AND attempt_count = :attempt_count
   AND next_attempt_at <= ${now} AND (deadline_at IS NULL OR deadline_at > ${now})

--- attempt-row
INSERT INTO ${submission}attempts
       (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
SELECT intent_id, :number, attempt_started_at, ${now}, ${typed_text(:outcome, 200)}, :reason, :error, lease_epoch, holder_id
  FROM ${submission}intents
 WHERE intent_id = :intent_id

--- finish-row
${counted}
UPDATE ${submission}intents
   SET status = :verdict, rejected_reason = :rejected_reason, exhausted_reason = :exhausted_reason,
       next_attempt_at = CASE WHEN :verdict = 'pending' THEN ${later(${now}, :retry_ms)} END,
       completed_at = CASE WHEN :verdict <> 'pending' THEN ${now} END,
       webhook_next_at = CASE WHEN :verdict <> 'pending' AND webhook_status = 'pending' THEN ${now} END,
       counted_attempts = counted_attempts + :counted,
       key_attempt = CASE WHEN :definite = 1 THEN :number + 1 ELSE key_attempt END,
       attempt_count = :number, attempt_started_at = CASE WHEN ${is(in_flight)} THEN attempt_started_at ELSE ${now} END,
       in_flight = ${false}, last_modified_at = ${now}, lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun AND status = 'pending'

--- cancel-row
${counted}
UPDATE ${submission}intents
   SET status = 'cancelled', completed_at = ${now}, next_attempt_at = NULL, last_modified_at = ${now},
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN ${now} END
 WHERE intent_id = :intent_id AND status = 'pending'

--- audit-row
INSERT INTO ${submission}audit (at, actor, action, intent_id) VALUES (${now}, :actor, :action, :intent_id)
