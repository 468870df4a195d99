-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE submission_pauses (
    gateway   varchar(100) COLLATE "C" PRIMARY KEY,
    holder_id varchar(128) COLLATE "C" NOT NULL,
    ends_at   timestamptz NOT NULL
) WITH (fillfactor = 50);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 5, 1, 'submissions-5-pauses');
