SELECT CASE WHEN CAST(SERVERPROPERTY('babelfish') AS int) = 1 OR CAST(SERVERPROPERTY('EngineEdition') AS int) IN (5, 8)
            THEN 1 ELSE 0 END AS is_evergreen,
       CAST(SERVERPROPERTY('ProductMajorVersion') AS int) AS version,
       CASE WHEN CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS varchar(16)) = 'READ_ONLY'
            THEN 1 ELSE 0 END AS is_read_only
