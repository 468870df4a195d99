-- oldest program: 1
-- For MySQL as well, which has no type for ids. Every statement here commits by itself, so each must be harmless when it
-- is run again.
CREATE TABLE IF NOT EXISTS ${baton}jobs (
    id               char(36) PRIMARY KEY DEFAULT (uuid()),
    next_run_time    datetime(6) NOT NULL DEFAULT (utc_timestamp(6)),
    claim_number     bigint NOT NULL DEFAULT 0,
    lock_timeout_ms  bigint NOT NULL DEFAULT 120000,
    created_at       datetime(6) NOT NULL DEFAULT (utc_timestamp(6)),
    priority         integer NOT NULL DEFAULT 0,
    attempt          integer NOT NULL DEFAULT 0,
    paused           boolean NOT NULL DEFAULT false,
    fixed_delay      boolean NOT NULL DEFAULT false,
    cancel_requested boolean NOT NULL DEFAULT false,
    status           varchar(16) NOT NULL DEFAULT 'scheduled',
    queue            varchar(64) NOT NULL DEFAULT 'default',
    job_name         varchar(128) NOT NULL,
    handler          varchar(128),
    payload          longtext,
    locked_by        varchar(128),
    locked_at        datetime(6),
    run_started_at   datetime(6),
    last_run_time    datetime(6),
    not_before       datetime(6),
    finished_at      datetime(6),
    interval_ms      bigint,
    timeout_ms       bigint,
    max_attempts     integer,
    retry            varchar(64),
    unique_key       varchar(200),
    capability       varchar(64),
    parent_id        char(36),
    scheduled_for    datetime(6),
    cron             varchar(200),
    zone             varchar(64),
    catch_up         integer,
    last_tick        datetime(6),
    traceparent      varchar(55),
    progress         varchar(500),
    last_error       longtext,
    KEY ${baton_name}jobs_due (status, priority DESC, next_run_time),
    KEY ${baton_name}jobs_next (status, next_run_time),
    KEY ${baton_name}jobs_lanes (status, queue),
    KEY ${baton_name}jobs_running (locked_by),
    KEY ${baton_name}jobs_crons (next_run_time),
    KEY ${baton_name}jobs_ended (status, finished_at),
    UNIQUE KEY ${baton_name}jobs_unique (job_name, unique_key),
    UNIQUE KEY ${baton_name}jobs_tick (parent_id, scheduled_for)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${baton}job_runs (
    job_id       char(36) NOT NULL,
    claim_number bigint NOT NULL,
    scheduled_at datetime(6),
    started_at   datetime(6),
    finished_at  datetime(6) NOT NULL,
    late_at      datetime(6),
    attempt      integer NOT NULL,
    job_name     varchar(128) NOT NULL,
    outcome      varchar(16) NOT NULL,
    locked_by    varchar(128),
    late_outcome varchar(16),
    error        longtext,
    PRIMARY KEY (job_id, claim_number),
    KEY ${baton_name}job_runs_finished (finished_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${baton}job_queues (
    queue     varchar(64) PRIMARY KEY,
    paused_at datetime(6) NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${baton}job_workers (
    holder_id varchar(128) PRIMARY KEY,
    node_id   varchar(96) NOT NULL,
    threads   integer NOT NULL,
    busy      integer NOT NULL,
    completed bigint NOT NULL,
    failed    bigint NOT NULL,
    refused   bigint NOT NULL,
    seen_at   datetime(6) NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${baton}job_figures (
    at          datetime(6) NOT NULL,
    queue       varchar(64) NOT NULL,
    waiting     bigint NOT NULL,
    due         bigint NOT NULL,
    running     bigint NOT NULL,
    dead        bigint NOT NULL,
    completed   bigint NOT NULL,
    failed      bigint NOT NULL,
    threads     bigint NOT NULL,
    busy        bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    PRIMARY KEY (at, queue)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${baton}job_history (
    job_name    varchar(128) NOT NULL,
    run_day     date NOT NULL,
    outcome     varchar(16) NOT NULL,
    runs        bigint NOT NULL,
    total_ms    bigint NOT NULL,
    longest_ms  bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    PRIMARY KEY (job_name, run_day, outcome)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
