SET NOCOUNT ON;
DECLARE @name binary(36) = CAST(CAST(NEWID() AS char(36)) AS binary(36));
SET CONTEXT_INFO @name
