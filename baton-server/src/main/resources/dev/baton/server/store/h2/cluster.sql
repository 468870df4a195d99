--- intents-estimate
SELECT CAST(NULL AS varchar) AS status, row_count_estimate AS intents
  FROM information_schema.tables
 WHERE LOWER(table_name) = '${submission_name}intents'
