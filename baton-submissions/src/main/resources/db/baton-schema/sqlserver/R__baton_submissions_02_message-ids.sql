-- Part of Baton's schema, to be run once. Never changed after a release.

ALTER TABLE submission_attempts ADD gateway_message_id nvarchar(200) COLLATE Latin1_General_100_BIN2;
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 2, 1, 'submissions-2-message-ids');
GO
