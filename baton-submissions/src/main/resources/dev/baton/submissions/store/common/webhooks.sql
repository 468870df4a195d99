--- webhooks-due
SELECT intent_id, submission_target, status, rejected_reason, exhausted_reason, attempt_count, created_at, completed_at,
       contract, webhook_attempts
  FROM ${submission}intents ${past_writers}
 WHERE webhook_status = 'pending' AND webhook_next_at <= ${now} AND NOT (${listed(submission_target, :passed_over)})
 ORDER BY webhook_next_at
 ${fetch(:row_limit)}

--- webhook-next
SELECT ${millis_until(${counted_time(MIN(webhook_next_at))})} AS due_ms
  FROM ${submission}intents ${past_writers}
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL

--- webhook-record
UPDATE ${submission}intents
   SET webhook_status = :state, webhook_attempts = webhook_attempts + 1, webhook_at = ${now}, webhook_error = :error,
       webhook_next_at = CASE WHEN :state = 'pending' THEN ${later(${now}, :retry_ms)} END,
       last_modified_at = ${now}, lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND webhook_status = 'pending' AND webhook_attempts = :tried
