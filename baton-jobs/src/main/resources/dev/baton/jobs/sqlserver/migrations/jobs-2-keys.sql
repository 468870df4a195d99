-- oldest program: 1
-- In a code page, keys that differ in letters which it lacks are one key, and the second job is never stored.
DROP INDEX ${baton_name}jobs_unique ON ${baton}jobs;

ALTER TABLE ${baton}jobs ALTER COLUMN unique_key nvarchar(200) COLLATE Latin1_General_100_BIN2 NULL;

CREATE UNIQUE INDEX ${baton_name}jobs_unique ON ${baton}jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;
