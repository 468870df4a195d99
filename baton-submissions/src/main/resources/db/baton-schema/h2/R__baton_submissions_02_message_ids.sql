-- Part of Baton's schema, to be run once. Never changed after a release.

ALTER TABLE submission_attempts ADD COLUMN IF NOT EXISTS gateway_message_id varchar(200);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 2, 1, 'submissions-2-message-ids');
