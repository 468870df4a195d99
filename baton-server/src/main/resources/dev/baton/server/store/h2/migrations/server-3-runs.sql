-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}run_logs (
    job_id       uuid NOT NULL,
    claim_number bigint NOT NULL,
    written_at   timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    said         varchar NOT NULL,
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX IF NOT EXISTS ${baton}run_logs_written ON ${baton}run_logs (written_at);

CREATE TABLE IF NOT EXISTS ${baton}completions (
    job_id       uuid NOT NULL,
    claim_number bigint NOT NULL,
    holder_id    varchar(128) NOT NULL,
    secret_hash  varchar(64) NOT NULL,
    asked_at     timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    outcome      varchar(16),
    message      varchar(1000),
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX IF NOT EXISTS ${baton}completions_told ON ${baton}completions (holder_id, outcome);
