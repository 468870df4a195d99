INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
VALUES (CAST(:role AS varchar(64)), :epoch, CAST(:holder AS varchar(128)), CAST(:node AS varchar(96)),
        CAST(:event AS varchar(32)), CAST(:reason AS nvarchar(500)), SYSUTCDATETIME())
