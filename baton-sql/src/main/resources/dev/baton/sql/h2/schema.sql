--- schema-exists
SELECT COUNT(*)
  FROM INFORMATION_SCHEMA.TABLES
 WHERE TABLE_SCHEMA = CAST(COALESCE(NULLIF('${baton_schema}', ''), SCHEMA()) AS varchar_ignorecase)
   AND TABLE_NAME = CAST('${baton_name}schema' AS varchar_ignorecase)

--- schema-create
CREATE TABLE IF NOT EXISTS ${baton}schema (
    component      varchar(32) NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) NOT NULL,
    applied_at     timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    PRIMARY KEY (component, version)
)
