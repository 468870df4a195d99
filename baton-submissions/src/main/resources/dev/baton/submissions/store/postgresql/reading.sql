--- intents-get
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${submission}intents
 WHERE intent_id = ANY(:intent_id::text[])

--- search
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${submission}intents
 WHERE (CAST(:status AS varchar(16)) IS NULL OR status = :status)
   AND (CAST(:target AS varchar(200)) IS NULL OR submission_target = :target)
   AND created_at >= (CAST(:from_at AS timestamp) AT TIME ZONE 'UTC') AND created_at < (CAST(:to_at AS timestamp) AT TIME ZONE 'UTC')
   AND (created_at, intent_id) < (CAST(:cursor_at AS timestamp) AT TIME ZONE 'UTC', :cursor_id)
 ORDER BY created_at DESC, intent_id DESC
 LIMIT :row_limit

--- waited
SELECT intent_id
  FROM ${submission}intents
 WHERE intent_id = ANY(:intent_id::text[]) AND (status <> 'pending' OR attempt_count > 1 OR (attempt_count = 1 AND NOT in_flight))
