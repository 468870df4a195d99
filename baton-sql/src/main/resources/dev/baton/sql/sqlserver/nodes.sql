--- node-beat
SET NOCOUNT ON;
DECLARE @holder varchar(128) = :holder, @node varchar(96) = :node, @version nvarchar(64) = :version;
UPDATE ${baton}nodes SET seen_at = SYSUTCDATETIME() WHERE holder_id = @holder;
IF @@ROWCOUNT = 0
    INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
    VALUES (@holder, @node, @version, SYSUTCDATETIME(), SYSUTCDATETIME());
SET NOCOUNT OFF

--- candidate-add
SET NOCOUNT ON;
DECLARE @role varchar(64) = :role, @holder varchar(128) = :holder, @preferred bit = :preferred;
UPDATE ${baton}candidates SET preferred = @preferred WHERE lease_name = @role AND holder_id = @holder;
IF @@ROWCOUNT = 0
    INSERT INTO ${baton}candidates (lease_name, holder_id, preferred) VALUES (@role, @holder, @preferred);
SET NOCOUNT OFF
