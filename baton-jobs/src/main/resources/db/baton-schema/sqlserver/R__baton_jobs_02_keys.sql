-- Part of Baton's schema, to be run once. Never changed after a release.

DROP INDEX baton_jobs_unique ON baton_jobs;
GO

ALTER TABLE baton_jobs ALTER COLUMN unique_key nvarchar(200) COLLATE Latin1_General_100_BIN2 NULL;
GO

CREATE UNIQUE INDEX baton_jobs_unique ON baton_jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 2, 1, 'jobs-2-keys');
GO
