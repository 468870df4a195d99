-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS submission_pauses (
    gateway   varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    holder_id varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    ends_at   datetime(6) NOT NULL
) ENGINE = InnoDB;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 5, 1, 'submissions-5-pauses');
