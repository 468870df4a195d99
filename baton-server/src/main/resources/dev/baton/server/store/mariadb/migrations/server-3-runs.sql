-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}run_logs (
    job_id       char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    claim_number bigint NOT NULL,
    written_at   datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    said         longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (job_id, claim_number),
    KEY ${baton_name}run_logs_written (written_at)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS ${baton}completions (
    job_id       char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    claim_number bigint NOT NULL,
    holder_id    varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    secret_hash  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    asked_at     datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    outcome      varchar(16) CHARACTER SET ascii COLLATE ascii_bin,
    message      varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    PRIMARY KEY (job_id, claim_number),
    KEY ${baton_name}completions_told (holder_id, outcome)
) ENGINE = InnoDB;
