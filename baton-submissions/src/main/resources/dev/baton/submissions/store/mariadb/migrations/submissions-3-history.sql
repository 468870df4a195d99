-- oldest program: 1
-- Attempts of intents that were deleted for their age, summed up by day.
CREATE TABLE IF NOT EXISTS ${submission}history (
    submission_target varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    attempt_day       date NOT NULL,
    outcome_status    varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    attempts          bigint NOT NULL,
    total_ms          bigint NOT NULL,
    longest_ms        bigint NOT NULL,
    PRIMARY KEY (submission_target, attempt_day, outcome_status)
) ENGINE = InnoDB;
