-- oldest program: 1
CREATE TABLE ${baton}run_logs (
    job_id       uuid NOT NULL,
    claim_number bigint NOT NULL,
    written_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    said         text NOT NULL,
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX ${baton_name}run_logs_written ON ${baton}run_logs (written_at);

CREATE TABLE ${baton}completions (
    job_id       uuid NOT NULL,
    claim_number bigint NOT NULL,
    holder_id    varchar(128) COLLATE "C" NOT NULL,
    secret_hash  varchar(64) COLLATE "C" NOT NULL,
    asked_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    outcome      varchar(16) COLLATE "C",
    message      varchar(1000),
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX ${baton_name}completions_told ON ${baton}completions (holder_id, outcome);
