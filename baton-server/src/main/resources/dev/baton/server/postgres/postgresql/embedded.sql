--- database-exists
SELECT 1 FROM pg_database WHERE datname = 'baton'

--- database-create
CREATE DATABASE baton

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
