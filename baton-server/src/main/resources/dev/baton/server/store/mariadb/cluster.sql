--- intents-estimate
-- The storage engine's own estimate.
SELECT CAST(NULL AS char) AS status, table_rows AS intents
  FROM information_schema.tables
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE()) AND table_name = '${submission_name}intents'
