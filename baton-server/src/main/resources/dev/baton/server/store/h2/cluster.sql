--- intents-estimate
SELECT CAST(NULL AS varchar) AS status, row_count_estimate AS intents
  FROM information_schema.tables
 WHERE table_schema = CAST(COALESCE(NULLIF('${baton_schema}', ''), SCHEMA()) AS varchar_ignorecase)
   AND table_name = CAST('${submission_name}intents' AS varchar_ignorecase)
