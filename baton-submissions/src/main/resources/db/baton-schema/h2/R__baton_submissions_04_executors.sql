-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS submission_executors (
    lease_name    varchar(64) PRIMARY KEY,
    executor_role varchar(64) NOT NULL,
    lease_epoch   bigint NOT NULL,
    holder_id     varchar(128) NOT NULL,
    attempts      varchar(16) NOT NULL,
    batches       bigint NOT NULL,
    changed_at    timestamp(6) with time zone NOT NULL
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 4, 1, 'submissions-4-executors');
