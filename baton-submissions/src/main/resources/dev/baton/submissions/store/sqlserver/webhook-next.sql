SELECT DATEDIFF_BIG(MILLISECOND, SYSUTCDATETIME(), MIN(webhook_next_at)) AS due_ms
  FROM ${schema}submission_intents
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL
