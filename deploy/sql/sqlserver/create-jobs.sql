-- Everything that jobs need on an empty sqlserver database: leadership, jobs, and the versions by which
-- Baton knows them.

CREATE TABLE baton_schema (
    component      varchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    version        int NOT NULL,
    oldest_program int NOT NULL,
    name           varchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    applied_at     datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    PRIMARY KEY (component, version)
);

-- No component: in which history of the database the tables were made, in its name. Never changed.
INSERT INTO baton_schema (component, version, oldest_program, name)
SELECT 'history', 1, 1, CAST(h.history AS varchar(100))
  FROM (SELECT (-CAST(SUBSTRING(HASHBYTES('SHA2_256', CAST(SERVERPROPERTY('ServerName') AS nvarchar(128))), 1, 7) AS bigint)) AS history) h
 WHERE NOT EXISTS (SELECT 1 FROM baton_schema s WHERE s.component = 'history');

CREATE TABLE baton_leases (
    lease_name     varchar(64) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    holder_id      varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    lease_epoch    bigint NOT NULL,
    acquired_at    datetime2(7) NOT NULL,
    renewed_at     datetime2(7) NOT NULL,
    expires_at     datetime2(7) NOT NULL,
    node_id        varchar(96) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT '',
    strategy       varchar(16) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT '',
    takeover       varchar(16) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT '',
    lease_ms       bigint NOT NULL DEFAULT 0,
    trust_ms       bigint NOT NULL DEFAULT 0,
    released       bit NOT NULL DEFAULT 0,
    reserved_for   varchar(96) COLLATE Latin1_General_BIN2 NULL,
    reserved_until datetime2(7) NULL,
    timeline       bigint NOT NULL DEFAULT 0,
    session_id     varchar(64) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT '',
    scope_key      bigint NOT NULL DEFAULT 0,
    beats          bigint NOT NULL DEFAULT 0
);

CREATE TABLE baton_leader_events (
    id          bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    lease_name  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    node_id     varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    event       varchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    reason      nvarchar(500) NOT NULL,
    at          datetime2(7) NOT NULL
);

CREATE INDEX baton_leader_events_term ON baton_leader_events (lease_name, lease_epoch);

CREATE INDEX baton_leader_events_at ON baton_leader_events (at);

CREATE TABLE baton_nodes (
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    node_id    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    version    nvarchar(64) NOT NULL,
    started_at datetime2(7) NOT NULL,
    seen_at    datetime2(7) NOT NULL
);

CREATE TABLE baton_candidates (
    lease_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    preferred  bit NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('baton', 1, 1, 'baton-1-leadership');

CREATE TABLE baton_jobs (
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

CREATE INDEX baton_jobs_due ON baton_jobs (priority DESC, next_run_time) WHERE status = 'scheduled';

CREATE INDEX baton_jobs_next ON baton_jobs (next_run_time) WHERE status = 'scheduled';

CREATE INDEX baton_jobs_lanes ON baton_jobs (queue) WHERE status = 'scheduled';

CREATE INDEX baton_jobs_running ON baton_jobs (locked_by) WHERE status = 'running';

CREATE INDEX baton_jobs_crons ON baton_jobs (next_run_time);

CREATE INDEX baton_jobs_ended ON baton_jobs (finished_at) WHERE status IN ('completed', 'cancelled', 'dead');

CREATE UNIQUE INDEX baton_jobs_unique ON baton_jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;

CREATE UNIQUE INDEX baton_jobs_tick ON baton_jobs (parent_id, scheduled_for) WHERE parent_id IS NOT NULL;

CREATE TABLE baton_job_runs (
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

CREATE INDEX baton_job_runs_finished ON baton_job_runs (finished_at);

CREATE TABLE baton_job_queues (
    queue     varchar(64) COLLATE Latin1_General_BIN2 PRIMARY KEY,
    paused_at datetime2(7) NOT NULL
);

CREATE TABLE baton_job_workers (
    holder_id varchar(128) COLLATE Latin1_General_BIN2 PRIMARY KEY,
    node_id   varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    threads   int NOT NULL,
    busy      int NOT NULL,
    completed bigint NOT NULL,
    failed    bigint NOT NULL,
    refused   bigint NOT NULL,
    seen_at   datetime2(7) NOT NULL
);

CREATE TABLE baton_job_figures (
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

CREATE TABLE baton_job_history (
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

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 1, 1, 'jobs-1-jobs');

DROP INDEX baton_jobs_unique ON baton_jobs;

ALTER TABLE baton_jobs ALTER COLUMN unique_key nvarchar(200) COLLATE Latin1_General_100_BIN2 NULL;

CREATE UNIQUE INDEX baton_jobs_unique ON baton_jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 2, 1, 'jobs-2-keys');

DROP INDEX baton_jobs_crons ON baton_jobs;

CREATE INDEX baton_jobs_crons ON baton_jobs (next_run_time) WHERE cron IS NOT NULL;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');

ALTER TABLE baton_job_runs ADD queue varchar(64) COLLATE Latin1_General_BIN2 NULL;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 4, 1, 'jobs-4-queues');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 5, 1, 'jobs-5-indexes');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 6, 1, 'jobs-6-lean');
