-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE submission_pauses (
    gateway   nvarchar(100) COLLATE Latin1_General_100_BIN2 NOT NULL PRIMARY KEY,
    holder_id varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    ends_at   datetime2(7) NOT NULL
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 5, 1, 'submissions-5-pauses');
GO
