SELECT intent_id, submission_target, status, rejected_reason, exhausted_reason, attempt_count, created_at, completed_at,
       contract, webhook_attempts
  FROM ${schema}submission_intents
 WHERE webhook_status = 'pending' AND webhook_next_at <= CURRENT_TIMESTAMP(6)
 ORDER BY webhook_next_at
 FETCH FIRST :row_limit ROWS ONLY
