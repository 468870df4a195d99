-- Part of Baton's schema, to be run once. Never changed after a release.

DROP INDEX baton_jobs_crons ON baton_jobs;
GO

CREATE INDEX baton_jobs_crons ON baton_jobs (next_run_time) WHERE cron IS NOT NULL;
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');
GO
