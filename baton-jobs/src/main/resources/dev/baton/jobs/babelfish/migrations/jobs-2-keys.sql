-- oldest program: 1
-- As on SQL Server, whose ALTER COLUMN with a collation is not known here.
DROP INDEX ${baton_name}jobs_unique ON ${baton}jobs;

ALTER TABLE ${baton}jobs ADD unicode_key nvarchar(200) COLLATE Latin1_General_100_BIN2 NULL;

UPDATE ${baton}jobs SET unicode_key = unique_key;

ALTER TABLE ${baton}jobs DROP COLUMN unique_key;

EXEC sp_rename '${baton}jobs.unicode_key', 'unique_key', 'COLUMN';

CREATE UNIQUE INDEX ${baton_name}jobs_unique ON ${baton}jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;
