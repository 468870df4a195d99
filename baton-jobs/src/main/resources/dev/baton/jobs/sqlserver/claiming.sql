-- A query's row locks do not last until the end of the transaction here: a claim is held by an application lock, and a row is
-- locked by a write that changes nothing. The lock's name is compared letter by letter, the table's is not; and it is one for the
-- whole database, where recurring jobs of two schemas have the same ids: it says which schema, by what the table is. A synonym or a
-- view of it ('U' is a table) lies elsewhere and would have another lock, so it is refused; no view of the catalogue is read for that.

--- claim-end
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @worker varchar(128) = :worker,
        @schema sysname, @lock nvarchar(255), @begun int, @granted int;
SET @schema = OBJECT_SCHEMA_NAME(OBJECT_ID('${baton}jobs', 'U'));
IF @schema IS NULL
    THROW 51223, '${baton}jobs is not a table here: name the schema in which the tables of Baton are', 1;
SET @lock = CASE @schema WHEN 'dbo' THEN '' ELSE @schema + '.' END + LOWER('${baton_name}job-') + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = 10000;
${clear_refusal}
IF @granted < 0
    THROW 51222, 'a fenced transaction of this claim is still open', 1;
SELECT id FROM ${baton}jobs WHERE id = @id AND claim_number = @claim AND locked_by = @worker AND status = 'running';
SET NOCOUNT OFF

--- claim-hold
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @worker varchar(128) = :worker,
        @bound int = CAST(:bound_ms AS int), @schema sysname, @lock nvarchar(255), @begun int, @granted int;
SET @schema = OBJECT_SCHEMA_NAME(OBJECT_ID('${baton}jobs', 'U'));
IF @schema IS NULL
    THROW 51223, '${baton}jobs is not a table here: name the schema in which the tables of Baton are', 1;
SET @lock = CASE @schema WHEN 'dbo' THEN '' ELSE @schema + '.' END + LOWER('${baton_name}job-') + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Shared', @LockOwner = 'Transaction',
     @LockTimeout = @bound;
${clear_refusal}
SELECT id FROM ${baton}jobs WHERE id = @id AND claim_number = @claim AND locked_by = @worker AND status = 'running' AND @granted >= 0;
SET NOCOUNT OFF

--- beat-lock
-- Passes rows that others have locked, whether or not the database reads committed snapshots.
UPDATE ${baton}jobs WITH (READPAST, READCOMMITTEDLOCK) SET claim_number = claim_number
OUTPUT inserted.cancel_requested
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'

--- reclaim-free
SET NOCOUNT ON;
DECLARE @id uniqueidentifier = CAST(:id AS uniqueidentifier), @claim bigint = :claim, @status varchar(16) = :status,
        @cancelled bit = :cancelled, @error nvarchar(max) = :error, @schema sysname, @lock nvarchar(255), @begun int, @granted int;
SET @schema = OBJECT_SCHEMA_NAME(OBJECT_ID('${baton}jobs', 'U'));
IF @schema IS NULL
    THROW 51223, '${baton}jobs is not a table here: name the schema in which the tables of Baton are', 1;
SET @lock = CASE @schema WHEN 'dbo' THEN '' ELSE @schema + '.' END + LOWER('${baton_name}job-') + CAST(@id AS varchar(36));
SELECT @begun = 1 FROM ${baton}job_queues WHERE queue = '';
EXEC @granted = sp_getapplock @Resource = @lock, @LockMode = 'Exclusive', @LockOwner = 'Transaction',
     @LockTimeout = 1;
${clear_refusal}
UPDATE ${baton}jobs
   SET status = @status, locked_by = NULL, locked_at = NULL, cancel_requested = 0, last_error = @error,
       next_run_time = CASE WHEN cancel_requested = 1 AND interval_ms IS NOT NULL
                            THEN ${later(${now}, ${span(interval_ms)})} ELSE next_run_time END,
       finished_at = CASE WHEN @status IN ('dead', 'cancelled') THEN ${now} ELSE NULL END
OUTPUT inserted.id
 WHERE id = @id AND claim_number = @claim AND status = 'running' AND @granted >= 0 AND cancel_requested = @cancelled
   AND (locked_by IS NULL OR locked_at IS NULL OR ${later(${counted_time(locked_at)}, ${span(lock_timeout_ms)})} < ${now});
SET NOCOUNT OFF
