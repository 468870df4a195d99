--- database-exists
SELECT 1 FROM pg_database WHERE datname = 'baton'

--- database-create
CREATE DATABASE baton

--- application-password
-- Only for this session, and for the next statement: one that makes roles takes no parameters.
SELECT set_config('baton.application_password', :password, false)

--- application-ensure
-- The account that the server works with. What a superuser has made before becomes its own.
DO $$
DECLARE
    change text;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'baton_app') THEN
        CREATE ROLE baton_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION;
    END IF;
    EXECUTE format('ALTER ROLE baton_app PASSWORD %L', current_setting('baton.application_password'));
    ALTER DATABASE baton OWNER TO baton_app;
    FOR change IN
        SELECT format('ALTER TABLE %s OWNER TO baton_app', CAST(c.oid AS regclass))
          FROM pg_class c
         WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p', 'v', 'm')
           AND c.relowner = to_regrole(CAST(current_user AS text))
         UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO baton_app', CAST(p.oid AS regprocedure))
          FROM pg_proc p
         WHERE p.pronamespace = to_regnamespace('public') AND p.proowner = to_regrole(CAST(current_user AS text))
    LOOP
        EXECUTE change;
    END LOOP;
END
$$

--- backup-keep-log
SELECT slot_name FROM pg_create_physical_replication_slot('baton_backup', true, true)

--- backup-start
SELECT pg_walfile_name(pg_backup_start('baton', true)) AS first_segment

--- backup-stop
SELECT labelfile FROM pg_backup_stop(false)

--- backup-switch
SELECT pg_walfile_name(pg_switch_wal()) AS last_segment

--- leases-exist
SELECT 1 FROM pg_class WHERE oid = to_regclass('${baton}leases')

--- epochs-raise
UPDATE ${baton}leases SET lease_epoch = GREATEST(lease_epoch + 1, :least), expires_at = clock_timestamp(), released = false
