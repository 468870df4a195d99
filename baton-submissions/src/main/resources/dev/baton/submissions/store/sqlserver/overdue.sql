SELECT intent_id
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND in_flight = 0 AND deadline_at <= SYSUTCDATETIME()
 ORDER BY deadline_at
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY
