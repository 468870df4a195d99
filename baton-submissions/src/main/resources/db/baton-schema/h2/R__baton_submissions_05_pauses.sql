-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS submission_pauses (
    gateway   varchar(100) PRIMARY KEY,
    holder_id varchar(128) NOT NULL,
    ends_at   timestamp(6) with time zone NOT NULL
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 5, 1, 'submissions-5-pauses');
