--- start-row
UPDATE ${schema}submission_intents
   SET attempt_count = attempt_count + 1, in_flight = TRUE, attempt_started_at = CURRENT_TIMESTAMP(6), last_modified_at = CURRENT_TIMESTAMP(6),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND NOT in_flight AND attempt_count = :attempt_count
   AND next_attempt_at <= CURRENT_TIMESTAMP(6) AND (deadline_at IS NULL OR deadline_at > CURRENT_TIMESTAMP(6))

--- started-row
SELECT intent_id, submission_target, attempt_count, counted_attempts, key_attempt, payload, contract, traceparent,
       CAST(deadline_at AS varchar) AS deadline, CAST(EXTRACT(EPOCH FROM attempt_started_at - next_attempt_at) * 1000 AS bigint) AS waited_ms
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

--- judge-row
SELECT submission_target, gateway, attempt_started_at,
       CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6) - created_at) * 1000 AS bigint) AS age_ms, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6) - attempt_started_at) * 1000 AS bigint) AS took_ms,
       CASE WHEN status <> 'pending' THEN status
            WHEN :ends_as = 'accepted' AND deadline_at < CURRENT_TIMESTAMP(6) THEN 'exhausted'
            WHEN :ends_as <> '' THEN :ends_as
            WHEN deadline_at <= DATEADD('MILLISECOND', :retry_ms, CURRENT_TIMESTAMP(6)) THEN 'exhausted'
            ELSE 'pending' END AS verdict,
       CASE WHEN status <> 'pending' THEN 1 ELSE 0 END AS ended_before,
       CASE WHEN webhook_status = 'pending' THEN 1 ELSE 0 END AS webhook
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun
   FOR UPDATE

--- attempt-row
INSERT INTO ${schema}submission_attempts
       (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
SELECT intent_id, :number, attempt_started_at, CURRENT_TIMESTAMP(6), CAST(:outcome AS varchar), CAST(:reason AS varchar), CAST(:error AS varchar), lease_epoch, holder_id
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id

--- finish-row
UPDATE ${schema}submission_intents
   SET status = :verdict, rejected_reason = :rejected_reason, exhausted_reason = :exhausted_reason,
       next_attempt_at = CASE WHEN :verdict = 'pending' THEN DATEADD('MILLISECOND', :retry_ms, CURRENT_TIMESTAMP(6)) END,
       completed_at = CASE WHEN :verdict <> 'pending' THEN CURRENT_TIMESTAMP(6) END,
       webhook_next_at = CASE WHEN :verdict <> 'pending' AND webhook_status = 'pending' THEN CURRENT_TIMESTAMP(6) END,
       counted_attempts = counted_attempts + :counted,
       key_attempt = CASE WHEN :definite = 1 THEN :number + 1 ELSE key_attempt END,
       attempt_count = :number, attempt_started_at = CASE WHEN in_flight THEN attempt_started_at ELSE CURRENT_TIMESTAMP(6) END,
       in_flight = FALSE, last_modified_at = CURRENT_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun AND status = 'pending'

--- finish-ended-row
UPDATE ${schema}submission_intents
   SET in_flight = FALSE, counted_attempts = counted_attempts + :counted, last_modified_at = CURRENT_TIMESTAMP(6),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :number AND in_flight AND status <> 'pending'

--- expire-row
UPDATE ${schema}submission_intents
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = CURRENT_TIMESTAMP(6), next_attempt_at = NULL,
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN CURRENT_TIMESTAMP(6) END, last_modified_at = CURRENT_TIMESTAMP(6),
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND NOT in_flight AND deadline_at <= CURRENT_TIMESTAMP(6)
