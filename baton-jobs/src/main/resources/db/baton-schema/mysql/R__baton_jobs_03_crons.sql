-- Part of Baton's schema, to be run once. Never changed after a release.

ALTER TABLE baton_jobs
    DROP KEY baton_jobs_crons, ADD KEY baton_jobs_crons (cron, next_run_time);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');
