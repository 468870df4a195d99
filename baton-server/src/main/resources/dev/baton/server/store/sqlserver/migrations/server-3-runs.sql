-- oldest program: 1
CREATE TABLE ${baton}run_logs (
    job_id       uniqueidentifier NOT NULL,
    claim_number bigint NOT NULL,
    written_at   datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    said         nvarchar(max) NOT NULL,
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX ${baton_name}run_logs_written ON ${baton}run_logs (written_at);

CREATE TABLE ${baton}completions (
    job_id       uniqueidentifier NOT NULL,
    claim_number bigint NOT NULL,
    holder_id    varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    secret_hash  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at     datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    outcome      varchar(16) COLLATE Latin1_General_BIN2,
    message      nvarchar(1000),
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX ${baton_name}completions_told ON ${baton}completions (holder_id, outcome);
