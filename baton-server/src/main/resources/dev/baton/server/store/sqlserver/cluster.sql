--- intents-estimate
SELECT CAST(NULL AS varchar(20)) AS status, SUM(p.rows) AS intents
  FROM sys.partitions p
 WHERE p.object_id = OBJECT_ID('${submission}intents') AND p.index_id IN (0, 1)
