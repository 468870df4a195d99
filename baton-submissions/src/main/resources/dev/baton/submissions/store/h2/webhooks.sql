--- webhooks-due
SELECT intent_id, submission_target, status, rejected_reason, exhausted_reason, attempt_count, created_at, completed_at,
       contract, webhook_attempts
  FROM ${schema}submission_intents
 WHERE webhook_status = 'pending' AND webhook_next_at <= CURRENT_TIMESTAMP(6)
 ORDER BY webhook_next_at
 FETCH FIRST :row_limit ROWS ONLY

--- webhook-next
SELECT CAST(CEIL(EXTRACT(EPOCH FROM MIN(webhook_next_at) - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_ms
  FROM ${schema}submission_intents
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL

--- webhook-record
UPDATE ${schema}submission_intents
   SET webhook_status = :state, webhook_attempts = webhook_attempts + 1, webhook_at = CURRENT_TIMESTAMP(6), webhook_error = :error,
       webhook_next_at = CASE WHEN :state = 'pending' THEN DATEADD('MILLISECOND', :retry_ms, CURRENT_TIMESTAMP(6)) END,
       last_modified_at = CURRENT_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND webhook_status = 'pending' AND webhook_attempts = :tried
