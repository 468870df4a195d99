--- server-state
SELECT pg_is_in_recovery() AS standby, current_setting('server_version_num')::int AS version

--- schema-lock
SELECT pg_advisory_xact_lock(hashtextextended('${baton}schema', 0))

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
