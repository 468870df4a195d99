--- search
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${schema}submission_intents
 WHERE (:status IS NULL OR status = :status)
   AND (:target IS NULL OR submission_target = :target)
   AND created_at >= CAST(:from_at AS datetime(6)) AND created_at < CAST(:to_at AS datetime(6))
   AND (created_at < CAST(:cursor_at AS datetime(6)) OR (created_at = CAST(:cursor_at AS datetime(6)) AND intent_id < :cursor_id))
 ORDER BY created_at DESC, intent_id DESC
 LIMIT :row_limit
