-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE submission_history (
    submission_target nvarchar(200) COLLATE Latin1_General_100_BIN2 NOT NULL,
    attempt_day       date NOT NULL,
    outcome_status    nvarchar(16) COLLATE Latin1_General_100_BIN2 NOT NULL,
    attempts          bigint NOT NULL,
    total_ms          bigint NOT NULL,
    longest_ms        bigint NOT NULL,
    PRIMARY KEY (submission_target, attempt_day, outcome_status)
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 3, 1, 'submissions-3-history');
GO
