-- Everything that jobs need on an empty h2 database: leadership, jobs, and the versions by which
-- Baton knows them.

CREATE TABLE IF NOT EXISTS baton_schema (
    component      varchar(32) NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) NOT NULL,
    applied_at     timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    PRIMARY KEY (component, version)
);

CREATE TABLE IF NOT EXISTS baton_leases (
    lease_name     varchar(64) PRIMARY KEY,
    holder_id      varchar(128) NOT NULL,
    lease_epoch    bigint NOT NULL,
    acquired_at    timestamp(6) with time zone NOT NULL,
    renewed_at     timestamp(6) with time zone NOT NULL,
    expires_at     timestamp(6) with time zone NOT NULL,
    node_id        varchar(96) DEFAULT '' NOT NULL,
    strategy       varchar(16) DEFAULT '' NOT NULL,
    takeover       varchar(16) DEFAULT '' NOT NULL,
    lease_ms       bigint DEFAULT 0 NOT NULL,
    trust_ms       bigint DEFAULT 0 NOT NULL,
    released       boolean DEFAULT false NOT NULL,
    reserved_for   varchar(96),
    reserved_until timestamp(6) with time zone,
    timeline       bigint DEFAULT 0 NOT NULL,
    session_id     varchar(64) DEFAULT '' NOT NULL,
    scope_key      bigint DEFAULT 0 NOT NULL,
    beats          bigint DEFAULT 0 NOT NULL
);

CREATE TABLE IF NOT EXISTS baton_fences (
    lease_name  varchar(64) PRIMARY KEY,
    holder_id   varchar(128) NOT NULL,
    lease_epoch bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS baton_leader_events (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lease_name  varchar(64) NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    node_id     varchar(96) NOT NULL,
    event       varchar(32) NOT NULL,
    reason      varchar(500) NOT NULL,
    at          timestamp(6) with time zone NOT NULL
);

CREATE INDEX IF NOT EXISTS baton_leader_events_term ON baton_leader_events (lease_name, lease_epoch);

CREATE INDEX IF NOT EXISTS baton_leader_events_at ON baton_leader_events (at);

CREATE TABLE IF NOT EXISTS baton_nodes (
    holder_id  varchar(128) PRIMARY KEY,
    node_id    varchar(96) NOT NULL,
    version    varchar(64) NOT NULL,
    started_at timestamp(6) with time zone NOT NULL,
    seen_at    timestamp(6) with time zone NOT NULL
);

CREATE TABLE IF NOT EXISTS baton_candidates (
    lease_name varchar(64) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    preferred  boolean NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('baton', 1, 1, 'baton-1-leadership');

CREATE TABLE IF NOT EXISTS baton_jobs (
    id               uuid DEFAULT random_uuid() PRIMARY KEY,
    next_run_time    timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    claim_number     bigint DEFAULT 0 NOT NULL,
    lock_timeout_ms  bigint DEFAULT 120000 NOT NULL,
    created_at       timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    priority         integer DEFAULT 0 NOT NULL,
    attempt          integer DEFAULT 0 NOT NULL,
    paused           boolean DEFAULT false NOT NULL,
    fixed_delay      boolean DEFAULT false NOT NULL,
    cancel_requested boolean DEFAULT false NOT NULL,
    status           varchar(16) DEFAULT 'scheduled' NOT NULL,
    queue            varchar(64) DEFAULT 'default' NOT NULL,
    job_name         varchar(128) NOT NULL,
    handler          varchar(128),
    payload          varchar,
    locked_by        varchar(128),
    locked_at        timestamp(6) with time zone,
    run_started_at   timestamp(6) with time zone,
    last_run_time    timestamp(6) with time zone,
    not_before       timestamp(6) with time zone,
    finished_at      timestamp(6) with time zone,
    interval_ms      bigint,
    timeout_ms       bigint,
    max_attempts     integer,
    retry            varchar(64),
    unique_key       varchar(200),
    capability       varchar(64),
    parent_id        uuid,
    scheduled_for    timestamp(6) with time zone,
    cron             varchar(200),
    zone             varchar(64),
    catch_up         integer,
    last_tick        timestamp(6) with time zone,
    traceparent      varchar(55),
    progress         varchar(500),
    last_error       varchar
);

CREATE INDEX IF NOT EXISTS baton_jobs_due ON baton_jobs (status, priority DESC, next_run_time);

CREATE INDEX IF NOT EXISTS baton_jobs_next ON baton_jobs (status, next_run_time);

CREATE INDEX IF NOT EXISTS baton_jobs_lanes ON baton_jobs (status, queue);

CREATE INDEX IF NOT EXISTS baton_jobs_running ON baton_jobs (locked_by);

CREATE INDEX IF NOT EXISTS baton_jobs_crons ON baton_jobs (next_run_time);

CREATE INDEX IF NOT EXISTS baton_jobs_ended ON baton_jobs (status, finished_at);

CREATE UNIQUE INDEX IF NOT EXISTS baton_jobs_unique ON baton_jobs (job_name, unique_key);

CREATE UNIQUE INDEX IF NOT EXISTS baton_jobs_tick ON baton_jobs (parent_id, scheduled_for);

CREATE TABLE IF NOT EXISTS baton_job_runs (
    job_id       uuid NOT NULL,
    claim_number bigint NOT NULL,
    scheduled_at timestamp(6) with time zone,
    started_at   timestamp(6) with time zone,
    finished_at  timestamp(6) with time zone NOT NULL,
    late_at      timestamp(6) with time zone,
    attempt      integer NOT NULL,
    job_name     varchar(128) NOT NULL,
    outcome      varchar(16) NOT NULL,
    locked_by    varchar(128),
    late_outcome varchar(16),
    error        varchar,
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX IF NOT EXISTS baton_job_runs_finished ON baton_job_runs (finished_at);

CREATE TABLE IF NOT EXISTS baton_job_queues (
    queue     varchar(64) PRIMARY KEY,
    paused_at timestamp(6) with time zone NOT NULL
);

CREATE TABLE IF NOT EXISTS baton_job_workers (
    holder_id varchar(128) PRIMARY KEY,
    node_id   varchar(96) NOT NULL,
    threads   integer NOT NULL,
    busy      integer NOT NULL,
    completed bigint NOT NULL,
    failed    bigint NOT NULL,
    refused   bigint NOT NULL,
    seen_at   timestamp(6) with time zone NOT NULL
);

CREATE TABLE IF NOT EXISTS baton_job_figures (
    at          timestamp(6) with time zone NOT NULL,
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
);

CREATE TABLE IF NOT EXISTS baton_job_history (
    job_name    varchar(128) NOT NULL,
    run_day     date NOT NULL,
    outcome     varchar(16) NOT NULL,
    runs        bigint NOT NULL,
    total_ms    bigint NOT NULL,
    longest_ms  bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    PRIMARY KEY (job_name, run_day, outcome)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 1, 1, 'jobs-1-jobs');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 2, 1, 'jobs-2-keys');

DROP INDEX IF EXISTS baton_jobs_crons;

CREATE INDEX IF NOT EXISTS baton_jobs_crons ON baton_jobs (cron, next_run_time);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');

ALTER TABLE baton_job_runs ADD COLUMN IF NOT EXISTS queue varchar(64);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 4, 1, 'jobs-4-queues');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 5, 1, 'jobs-5-indexes');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 6, 1, 'jobs-6-lean');
