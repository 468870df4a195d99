-- Part of Baton's schema, to be run once. Never changed after a release.

ALTER TABLE baton_job_runs ADD COLUMN IF NOT EXISTS queue varchar(64);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 4, 1, 'jobs-4-queues');
