SELECT TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), MIN(webhook_next_at)) DIV 1000 AS due_ms
  FROM ${schema}submission_intents
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL
