SET NOCOUNT ON;
DECLARE @holder varchar(128) = :holder, @node varchar(96) = :node, @version nvarchar(64) = :version;
UPDATE ${baton}nodes SET seen_at = SYSUTCDATETIME() WHERE holder_id = @holder;
IF @@ROWCOUNT = 0
    INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
    VALUES (@holder, @node, @version, SYSUTCDATETIME(), SYSUTCDATETIME());
SET NOCOUNT OFF
