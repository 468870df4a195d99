-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS submission_executors (
    lease_name    varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    executor_role varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lease_epoch   bigint NOT NULL,
    holder_id     varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    attempts      varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    batches       bigint NOT NULL,
    changed_at    datetime(6) NOT NULL
) ENGINE = InnoDB;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 4, 1, 'submissions-4-executors');
