-- oldest program: 1
-- Attempts of intents that were deleted for their age, summed up by day.
CREATE TABLE ${submission}history (
    submission_target nvarchar(200) COLLATE Latin1_General_100_BIN2 NOT NULL,
    attempt_day       date NOT NULL,
    outcome_status    nvarchar(16) COLLATE Latin1_General_100_BIN2 NOT NULL,
    attempts          bigint NOT NULL,
    total_ms          bigint NOT NULL,
    longest_ms        bigint NOT NULL,
    PRIMARY KEY (submission_target, attempt_day, outcome_status)
);
