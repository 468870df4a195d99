--- server-state
SELECT pg_is_in_recovery() AS standby, current_setting('server_version_num')::int AS version

--- schema-lock
-- By where the tables are going to be, however that is spelled; the usual schema is left out.
SELECT pg_advisory_xact_lock(hashtextextended(
           CASE WHEN s.name IS NULL OR s.name = 'public' THEN '' ELSE s.name || '.' END || lower('${baton_name}schema'), 0))
  FROM (SELECT COALESCE(NULLIF(lower('${baton_schema}'), ''), current_schema()) AS name) s

--- schema-exists
SELECT CASE WHEN to_regclass('${baton}schema') IS NULL THEN 0 ELSE 1 END

--- schema-create
CREATE TABLE ${baton}schema (
    component      varchar(32) NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) NOT NULL,
    applied_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (component, version)
)
