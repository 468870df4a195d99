-- Part of Baton's schema, to be run once. Never changed after a release.

ALTER TABLE submission_attempts
    ADD COLUMN IF NOT EXISTS gateway_message_id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 2, 1, 'submissions-2-message-ids');
