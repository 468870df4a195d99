SET NOCOUNT ON;
DECLARE @role varchar(64) = :role, @holder varchar(128) = :holder, @preferred bit = :preferred;
UPDATE ${baton}candidates SET preferred = @preferred WHERE lease_name = @role AND holder_id = @holder;
IF @@ROWCOUNT = 0
    INSERT INTO ${baton}candidates (lease_name, holder_id, preferred) VALUES (@role, @holder, @preferred);
SET NOCOUNT OFF
