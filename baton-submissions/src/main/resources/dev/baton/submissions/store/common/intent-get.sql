SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${schema}submission_intents
 WHERE intent_id = :intent_id
