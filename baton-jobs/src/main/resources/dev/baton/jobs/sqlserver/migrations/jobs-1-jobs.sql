-- oldest program: 1
CREATE TABLE ${baton}jobs (
    id               uniqueidentifier PRIMARY KEY DEFAULT (newid()),
    next_run_time    datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    claim_number     bigint NOT NULL DEFAULT 0,
    lock_timeout_ms  bigint NOT NULL DEFAULT 120000,
    created_at       datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    priority         int NOT NULL DEFAULT 0,
    attempt          int NOT NULL DEFAULT 0,
    paused           bit NOT NULL DEFAULT 0,
    fixed_delay      bit NOT NULL DEFAULT 0,
    cancel_requested bit NOT NULL DEFAULT 0,
    status           varchar(16) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT 'scheduled',
    queue            varchar(64) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT 'default',
    job_name         varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    handler          varchar(128) COLLATE Latin1_General_BIN2,
    payload          nvarchar(max),
    locked_by        varchar(128) COLLATE Latin1_General_BIN2,
    locked_at        datetime2(7),
    run_started_at   datetime2(7),
    last_run_time    datetime2(7),
    not_before       datetime2(7),
    finished_at      datetime2(7),
    interval_ms      bigint,
    timeout_ms       bigint,
    max_attempts     int,
    retry            varchar(64) COLLATE Latin1_General_BIN2,
    unique_key       varchar(200) COLLATE Latin1_General_BIN2,
    capability       varchar(64) COLLATE Latin1_General_BIN2,
    parent_id        uniqueidentifier,
    scheduled_for    datetime2(7),
    cron             varchar(200) COLLATE Latin1_General_BIN2,
    zone             varchar(64) COLLATE Latin1_General_BIN2,
    catch_up         int,
    last_tick        datetime2(7),
    traceparent      varchar(55) COLLATE Latin1_General_BIN2,
    progress         nvarchar(500),
    last_error       nvarchar(max)
);

CREATE INDEX ${baton_name}jobs_due ON ${baton}jobs (priority DESC, next_run_time) WHERE status = 'scheduled';

CREATE INDEX ${baton_name}jobs_next ON ${baton}jobs (next_run_time) WHERE status = 'scheduled';

CREATE INDEX ${baton_name}jobs_lanes ON ${baton}jobs (queue) WHERE status = 'scheduled';

CREATE INDEX ${baton_name}jobs_running ON ${baton}jobs (locked_by) WHERE status = 'running';

CREATE INDEX ${baton_name}jobs_crons ON ${baton}jobs (next_run_time);

CREATE INDEX ${baton_name}jobs_ended ON ${baton}jobs (finished_at) WHERE status IN ('completed', 'cancelled', 'dead');

CREATE UNIQUE INDEX ${baton_name}jobs_unique ON ${baton}jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;

CREATE UNIQUE INDEX ${baton_name}jobs_tick ON ${baton}jobs (parent_id, scheduled_for) WHERE parent_id IS NOT NULL;

CREATE TABLE ${baton}job_runs (
    job_id       uniqueidentifier NOT NULL,
    claim_number bigint NOT NULL,
    scheduled_at datetime2(7),
    started_at   datetime2(7),
    finished_at  datetime2(7) NOT NULL,
    late_at      datetime2(7),
    attempt      int NOT NULL,
    job_name     varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    outcome      varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    locked_by    varchar(128) COLLATE Latin1_General_BIN2,
    late_outcome varchar(16) COLLATE Latin1_General_BIN2,
    error        nvarchar(max),
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX ${baton_name}job_runs_finished ON ${baton}job_runs (finished_at);

CREATE TABLE ${baton}job_queues (
    queue     varchar(64) COLLATE Latin1_General_BIN2 PRIMARY KEY,
    paused_at datetime2(7) NOT NULL
);

CREATE TABLE ${baton}job_workers (
    holder_id varchar(128) COLLATE Latin1_General_BIN2 PRIMARY KEY,
    node_id   varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    threads   int NOT NULL,
    busy      int NOT NULL,
    completed bigint NOT NULL,
    failed    bigint NOT NULL,
    refused   bigint NOT NULL,
    seen_at   datetime2(7) NOT NULL
);

CREATE TABLE ${baton}job_figures (
    at          datetime2(7) NOT NULL,
    queue       varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    waiting     bigint NOT NULL,
    due         bigint NOT NULL,
    running     bigint NOT NULL,
    dead        bigint NOT NULL,
    completed   bigint NOT NULL,
    failed      bigint NOT NULL,
    threads     bigint NOT NULL,
    busy        bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (at, queue)
);

CREATE TABLE ${baton}job_history (
    job_name    varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    run_day     date NOT NULL,
    outcome     varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    runs        bigint NOT NULL,
    total_ms    bigint NOT NULL,
    longest_ms  bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (job_name, run_day, outcome)
);
