--- intents-estimate
SELECT CAST(NULL AS varchar) AS status, row_count_estimate AS intents
  FROM information_schema.tables
 WHERE UPPER(table_schema) = UPPER(COALESCE(NULLIF('${baton_schema}', ''), SCHEMA()))
   AND UPPER(table_name) = UPPER('${submission_name}intents')
