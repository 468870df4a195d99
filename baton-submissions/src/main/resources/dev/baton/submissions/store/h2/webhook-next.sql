SELECT CAST(CEIL(EXTRACT(EPOCH FROM MIN(webhook_next_at) - CURRENT_TIMESTAMP(6)) * 1000) AS bigint) AS due_ms
  FROM ${schema}submission_intents
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL
