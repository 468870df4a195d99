--- schema-exists
SELECT COUNT(*)
  FROM INFORMATION_SCHEMA.TABLES
 WHERE UPPER(TABLE_SCHEMA) = UPPER(COALESCE(NULLIF('${baton_schema}', ''), SCHEMA()))
   AND UPPER(TABLE_NAME) = UPPER('${baton_name}schema')

--- schema-create
CREATE TABLE IF NOT EXISTS ${baton}schema (
    component      varchar(32) NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) NOT NULL,
    applied_at     timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    PRIMARY KEY (component, version)
)
