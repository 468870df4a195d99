-- Part of Baton's schema, to be run once. Never changed after a release.

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 6, 1, 'jobs-6-lean');
