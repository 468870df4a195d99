--- node-beat
SET NOCOUNT ON;
DECLARE @holder varchar(128) = :holder, @node varchar(96) = :node, @version nvarchar(64) = :version;
UPDATE ${baton}nodes SET seen_at = SYSUTCDATETIME() WHERE holder_id = @holder;
IF @@ROWCOUNT = 0
    INSERT INTO ${baton}nodes (holder_id, node_id, version, started_at, seen_at)
    VALUES (@holder, @node, @version, SYSUTCDATETIME(), SYSUTCDATETIME());
SET NOCOUNT OFF

--- node-remove
DELETE FROM ${baton}nodes WHERE holder_id = CAST(:holder AS varchar(128))

--- node-prune
DELETE FROM ${baton}nodes WHERE seen_at < DATEADD(millisecond, -CAST(:gone_ms AS int), SYSUTCDATETIME())

--- node-candidates-remove
DELETE FROM ${baton}candidates WHERE holder_id = CAST(:holder AS varchar(128))

--- candidate-add
SET NOCOUNT ON;
DECLARE @role varchar(64) = :role, @holder varchar(128) = :holder, @preferred bit = :preferred;
UPDATE ${baton}candidates SET preferred = @preferred WHERE lease_name = @role AND holder_id = @holder;
IF @@ROWCOUNT = 0
    INSERT INTO ${baton}candidates (lease_name, holder_id, preferred) VALUES (@role, @holder, @preferred);
SET NOCOUNT OFF

--- candidate-find
SELECT COUNT(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = CAST(:role AS varchar(64)) AND n.node_id = CAST(:node AS varchar(96))
   AND n.seen_at > DATEADD(millisecond, -CAST(:alive_ms AS int), SYSUTCDATETIME())

--- candidate-remove
DELETE FROM ${baton}candidates
 WHERE lease_name = CAST(:role AS varchar(64)) AND holder_id = CAST(:holder AS varchar(128))
