-- Row by row, for databases that take no arrays.

--- intents-free
-- Which of these nobody else holds: they are locked now, so whoever writes them in this transaction waits for nobody.
SELECT intent_id FROM ${submission}intents ${past_writers} WHERE intent_id IN (:intent_id) ${skip_locked}

--- intents-under-way
SELECT intent_id, attempt_count FROM ${submission}intents WHERE intent_id IN (:intent_id) AND ${is(in_flight)}

--- start-row
${counted}
UPDATE ${submission}intents
   SET attempt_count = attempt_count + 1, in_flight = ${true}, attempt_started_at = ${now}, last_modified_at = ${now},
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND ${not(in_flight)} AND attempt_count = :attempt_count
   AND next_attempt_at <= ${now} AND (deadline_at IS NULL OR deadline_at > ${now})

--- started-row
SELECT intent_id, submission_target, attempt_count, counted_attempts, key_attempt, payload, contract, traceparent,
       ${as_text(deadline_at)} AS deadline, ${millis(${counted_time(next_attempt_at)}, ${counted_time(attempt_started_at)})} AS waited_ms
  FROM ${submission}intents
 WHERE intent_id = :intent_id

--- judge-row
SELECT submission_target, gateway, attempt_started_at, ${micros(${now})} AS now_us,
       ${millis(${counted_time(created_at)}, ${now})} AS age_ms,
       ${millis(${counted_time(attempt_started_at)}, ${now})} AS took_ms,
       CASE WHEN status <> 'pending' THEN status
            WHEN :ends_as = 'accepted' AND deadline_at < ${now} THEN 'exhausted'
            WHEN :ends_as <> '' THEN :ends_as
            WHEN deadline_at <= ${later(${now}, :retry_ms)} THEN 'exhausted'
            ELSE 'pending' END AS verdict,
       CASE WHEN status <> 'pending' THEN 1 ELSE 0 END AS ended_before,
       CASE WHEN webhook_status = 'pending' THEN 1 ELSE 0 END AS webhook
  FROM ${submission}intents
 WHERE intent_id = :intent_id AND attempt_count = :count_before AND in_flight = :begun
   ${for_update}

--- attempt-row
INSERT INTO ${submission}attempts
       (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id,
        gateway_message_id)
SELECT intent_id, :number, attempt_started_at, ${now}, ${typed_text(:outcome, 200)}, :reason, :error, lease_epoch, holder_id,
       :message_id
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

--- finish-ended-row
${counted}
UPDATE ${submission}intents
   SET in_flight = ${false}, counted_attempts = counted_attempts + :counted, last_modified_at = ${now},
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND attempt_count = :number AND ${is(in_flight)} AND status <> 'pending'

--- expire-row
${counted}
UPDATE ${submission}intents
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = ${now}, next_attempt_at = NULL,
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN ${now} END, last_modified_at = ${now},
       lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND ${not(in_flight)} AND deadline_at <= ${now}
