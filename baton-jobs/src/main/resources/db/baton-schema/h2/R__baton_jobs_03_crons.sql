-- Part of Baton's schema, to be run once. Never changed after a release.

DROP INDEX IF EXISTS baton_jobs_crons;

CREATE INDEX IF NOT EXISTS baton_jobs_crons ON baton_jobs (cron, next_run_time);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');
