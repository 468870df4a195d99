-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE submission_executors (
    lease_name    varchar(64) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    executor_role varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    lease_epoch   bigint NOT NULL,
    holder_id     varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    attempts      varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    batches       bigint NOT NULL,
    changed_at    datetime2(7) NOT NULL
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 4, 1, 'submissions-4-executors');
GO
