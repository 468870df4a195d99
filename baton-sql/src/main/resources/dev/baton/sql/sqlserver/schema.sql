--- server-state
SELECT CASE WHEN CAST(SERVERPROPERTY('babelfish') AS int) = 1 THEN 1 ELSE 0 END AS is_babelfish,
       CAST(SERVERPROPERTY('babelfishversion') AS varchar(32)) AS babelfish_version,
       CASE WHEN CAST(SERVERPROPERTY('EngineEdition') AS int) IN (5, 8) THEN 1 ELSE 0 END AS is_azure,
       CAST(SERVERPROPERTY('ProductMajorVersion') AS int) AS version,
       CASE WHEN CAST(DATABASEPROPERTYEX(DB_NAME(), 'Updateability') AS varchar(16)) = 'READ_ONLY'
            THEN 1 ELSE 0 END AS is_read_only

--- schema-lock
SET NOCOUNT ON;
DECLARE @bound int = :bound_ms, @granted int;
EXEC @granted = sp_getapplock @Resource = N'baton:schema', @LockMode = 'Exclusive', @LockOwner = 'Session',
     @LockTimeout = @bound;
${clear_refusal}
SELECT @granted AS granted;
SET NOCOUNT OFF

--- schema-unlock
SET NOCOUNT ON;
DECLARE @released int;
IF APPLOCK_MODE('public', N'baton:schema', 'Session') <> 'NoLock'
    EXEC @released = sp_releaseapplock @Resource = N'baton:schema', @LockOwner = 'Session';
SET NOCOUNT OFF

--- schema-exists
SELECT CASE WHEN OBJECT_ID('${baton}schema') IS NULL THEN 0 ELSE 1 END

--- schema-create
CREATE TABLE ${baton}schema (
    component      varchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    version        int NOT NULL,
    oldest_program int NOT NULL,
    name           varchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    applied_at     datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    PRIMARY KEY (component, version)
)
