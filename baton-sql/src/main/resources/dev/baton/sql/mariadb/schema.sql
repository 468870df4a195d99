--- server-kind
SHOW GLOBAL VARIABLES WHERE variable_name IN ('version', 'wsrep_provider')

--- server-state
SELECT VERSION() AS server_version, @@read_only AS is_read_only

--- schema-lock
SELECT GET_LOCK(
    CONCAT('baton:schema:', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)),
    :patience_s)

--- schema-unlock
SELECT RELEASE_LOCK(
    CONCAT('baton:schema:', LEFT(SHA2(LOWER(COALESCE(NULLIF('${baton_schema}', ''), DATABASE(), '')), 256), 16)))

--- schema-exists
SELECT COUNT(*)
  FROM information_schema.tables
 WHERE table_schema = COALESCE(NULLIF('${baton_schema}', ''), DATABASE()) AND table_name = '${baton_name}schema'

--- schema-create
CREATE TABLE IF NOT EXISTS ${baton}schema (
    component      varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    applied_at     datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    PRIMARY KEY (component, version)
) ENGINE = InnoDB
