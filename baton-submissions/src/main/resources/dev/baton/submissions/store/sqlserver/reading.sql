--- search
SELECT intent_id, submission_target, payload_hash, status, rejected_reason, exhausted_reason, attempt_count, in_flight,
       next_attempt_at, created_at, completed_at, last_modified_at, webhook_status, webhook_attempts, webhook_at,
       webhook_error
  FROM ${schema}submission_intents
 WHERE (CAST(:status AS varchar(16)) IS NULL OR status = :status)
   AND (CAST(:target AS varchar(200)) IS NULL OR submission_target = :target)
   AND created_at >= CAST(:from_at AS datetime2(7)) AND created_at < CAST(:to_at AS datetime2(7))
   AND (created_at < CAST(:cursor_at AS datetime2(7)) OR (created_at = CAST(:cursor_at AS datetime2(7)) AND intent_id < :cursor_id))
 ORDER BY created_at DESC, intent_id DESC
OFFSET 0 ROWS FETCH FIRST :row_limit ROWS ONLY
