-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS submission_history (
    submission_target varchar(200) NOT NULL,
    attempt_day       date NOT NULL,
    outcome_status    varchar(16) NOT NULL,
    attempts          bigint NOT NULL,
    total_ms          bigint NOT NULL,
    longest_ms        bigint NOT NULL,
    PRIMARY KEY (submission_target, attempt_day, outcome_status)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 3, 1, 'submissions-3-history');
