SELECT CASE WHEN CAST(SERVERPROPERTY('babelfish') AS int) = 1 THEN 1 ELSE 0 END AS is_babelfish,
       CASE WHEN CAST(SERVERPROPERTY('EngineEdition') AS int) IN (5, 8) THEN 1 ELSE 0 END AS is_azure,
       CAST(SERVERPROPERTY('ProductMajorVersion') AS int) AS version,
       CASE WHEN CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS varchar(16)) = 'READ_ONLY'
            THEN 1 ELSE 0 END AS is_read_only
