--- intent-get
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${submission}intents
 WHERE intent_id = :intent_id

--- intents-in
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${submission}intents
 WHERE intent_id IN (:intent_id)

--- intents-met
-- Which a caller's transaction could not insert because they are there: also if its snapshot is older.
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${submission}intents
 WHERE intent_id IN (:intent_id)
 ${latest}

--- waited-in
SELECT intent_id
  FROM ${submission}intents ${past_writers}
 WHERE intent_id IN (:intent_id) AND (status <> 'pending' OR attempt_count > 1 OR (attempt_count = 1 AND ${not(in_flight)}))

--- attempts-get
SELECT attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id,
       gateway_message_id
  FROM ${submission}attempts
 WHERE intent_id = :intent_id
 ORDER BY attempt_number

--- audit-get
SELECT at, actor, action FROM ${submission}audit WHERE intent_id = :intent_id ORDER BY id

--- search
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${submission}intents
 WHERE (${typed_text(:status, 16)} IS NULL OR status = :status)
   AND (${typed_text(:target, 200)} IS NULL OR submission_target = :target)
   AND created_at >= ${utc(:from_at)} AND created_at < ${utc(:to_at)}
   AND created_at <= ${utc(:cursor_at)}
   AND (created_at < ${utc(:cursor_at)} OR (created_at = ${utc(:cursor_at)} AND intent_id < :cursor_id))
 ORDER BY created_at DESC, intent_id DESC
 ${fetch(:row_limit)}

--- attempts-by-day
SELECT submission_target, attempt_day, outcome_status, attempts, total_ms, longest_ms
  FROM ${submission}history
 WHERE ${typed_text(:target, 200)} IS NULL OR submission_target = :target
 ORDER BY attempt_day DESC, submission_target, outcome_status
 ${fetch(:row_limit)}
