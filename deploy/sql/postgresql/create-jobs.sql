-- Everything that jobs need on an empty postgresql database: leadership, jobs, and the versions by which
-- Baton knows them.

CREATE TABLE baton_schema (
    component      varchar(32) NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) NOT NULL,
    applied_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (component, version)
);

CREATE TABLE baton_leases (
    lease_name     varchar(64) COLLATE "C" PRIMARY KEY,
    holder_id      varchar(128) COLLATE "C" NOT NULL,
    lease_epoch    bigint NOT NULL,
    acquired_at    timestamptz NOT NULL,
    renewed_at     timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    node_id        varchar(96) COLLATE "C" NOT NULL DEFAULT '',
    strategy       varchar(16) NOT NULL DEFAULT '',
    takeover       varchar(16) NOT NULL DEFAULT '',
    lease_ms       bigint NOT NULL DEFAULT 0,
    trust_ms       bigint NOT NULL DEFAULT 0,
    released       boolean NOT NULL DEFAULT false,
    reserved_for   varchar(96) COLLATE "C",
    reserved_until timestamptz,
    timeline       bigint NOT NULL DEFAULT 0,
    session_id     varchar(64) NOT NULL DEFAULT '',
    scope_key      bigint NOT NULL DEFAULT 0,
    beats          bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE baton_leader_events (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lease_name  varchar(64) COLLATE "C" NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE "C" NOT NULL,
    node_id     varchar(96) COLLATE "C" NOT NULL,
    event       varchar(32) NOT NULL,
    reason      varchar(500) NOT NULL,
    at          timestamptz NOT NULL
);

CREATE INDEX baton_leader_events_term ON baton_leader_events (lease_name, lease_epoch);

CREATE INDEX baton_leader_events_at ON baton_leader_events (at);

CREATE TABLE baton_nodes (
    holder_id  varchar(128) COLLATE "C" PRIMARY KEY,
    node_id    varchar(96) COLLATE "C" NOT NULL,
    version    varchar(64) NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE baton_candidates (
    lease_name varchar(64) COLLATE "C" NOT NULL,
    holder_id  varchar(128) COLLATE "C" NOT NULL,
    preferred  boolean NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);

CREATE FUNCTION baton_timeline() RETURNS bigint
LANGUAGE sql VOLATILE AS $$
    SELECT ('x' || substr(pg_walfile_name('0/1000001'), 1, 8))::bit(32)::bigint
$$;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('baton', 1, 1, 'baton-1-leadership');

CREATE TABLE baton_jobs (
    id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    next_run_time    timestamptz NOT NULL DEFAULT clock_timestamp(),
    claim_number     bigint NOT NULL DEFAULT 0,
    lock_timeout_ms  bigint NOT NULL DEFAULT 120000,
    created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    priority         integer NOT NULL DEFAULT 0,
    attempt          integer NOT NULL DEFAULT 0,
    paused           boolean NOT NULL DEFAULT false,
    fixed_delay      boolean NOT NULL DEFAULT false,
    cancel_requested boolean NOT NULL DEFAULT false,
    status           varchar(16) COLLATE "C" NOT NULL DEFAULT 'scheduled',
    queue            varchar(64) COLLATE "C" NOT NULL DEFAULT 'default',
    job_name         varchar(128) COLLATE "C" NOT NULL,
    handler          varchar(128) COLLATE "C",
    payload          text,
    locked_by        varchar(128) COLLATE "C",
    locked_at        timestamptz,
    run_started_at   timestamptz,
    last_run_time    timestamptz,
    not_before       timestamptz,
    finished_at      timestamptz,
    interval_ms      bigint,
    timeout_ms       bigint,
    max_attempts     integer,
    retry            varchar(64),
    unique_key       varchar(200) COLLATE "C",
    capability       varchar(64) COLLATE "C",
    parent_id        uuid,
    scheduled_for    timestamptz,
    cron             varchar(200),
    zone             varchar(64),
    catch_up         integer,
    last_tick        timestamptz,
    traceparent      varchar(55),
    progress         varchar(500),
    last_error       text
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000,
        autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.5);

CREATE INDEX baton_jobs_due ON baton_jobs (queue, priority, next_run_time)
 WHERE status = 'scheduled' AND cron IS NULL AND NOT paused;

CREATE INDEX baton_jobs_running ON baton_jobs (locked_by) WHERE status = 'running';

CREATE INDEX baton_jobs_crons ON baton_jobs (next_run_time) WHERE cron IS NOT NULL;

CREATE INDEX baton_jobs_recurring ON baton_jobs (job_name) WHERE interval_ms IS NOT NULL OR cron IS NOT NULL;

CREATE INDEX baton_jobs_ended ON baton_jobs (finished_at) WHERE status IN ('completed', 'cancelled', 'dead');

CREATE UNIQUE INDEX baton_jobs_unique ON baton_jobs (job_name, unique_key) WHERE unique_key IS NOT NULL;

CREATE UNIQUE INDEX baton_jobs_tick ON baton_jobs (parent_id, scheduled_for) WHERE parent_id IS NOT NULL;

CREATE TABLE baton_job_runs (
    job_id       uuid NOT NULL,
    claim_number bigint NOT NULL,
    scheduled_at timestamptz,
    started_at   timestamptz,
    finished_at  timestamptz NOT NULL,
    late_at      timestamptz,
    attempt      integer NOT NULL,
    job_name     varchar(128) COLLATE "C" NOT NULL,
    outcome      varchar(16) COLLATE "C" NOT NULL,
    locked_by    varchar(128) COLLATE "C",
    late_outcome varchar(16),
    error        text,
    PRIMARY KEY (job_id, claim_number)
);

CREATE INDEX baton_job_runs_finished ON baton_job_runs USING brin (finished_at) WITH (pages_per_range = 16);

CREATE TABLE baton_job_queues (
    queue     varchar(64) COLLATE "C" PRIMARY KEY,
    paused_at timestamptz NOT NULL
);

CREATE TABLE baton_job_workers (
    holder_id varchar(128) COLLATE "C" PRIMARY KEY,
    node_id   varchar(96) COLLATE "C" NOT NULL,
    threads   integer NOT NULL,
    busy      integer NOT NULL,
    completed bigint NOT NULL,
    failed    bigint NOT NULL,
    refused   bigint NOT NULL,
    seen_at   timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE baton_job_figures (
    at          timestamptz NOT NULL,
    queue       varchar(64) COLLATE "C" NOT NULL,
    waiting     bigint NOT NULL,
    due         bigint NOT NULL,
    running     bigint NOT NULL,
    dead        bigint NOT NULL,
    completed   bigint NOT NULL,
    failed      bigint NOT NULL,
    threads     bigint NOT NULL,
    busy        bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE "C" NOT NULL,
    PRIMARY KEY (at, queue)
);

CREATE TABLE baton_job_history (
    job_name    varchar(128) COLLATE "C" NOT NULL,
    run_day     date NOT NULL,
    outcome     varchar(16) COLLATE "C" NOT NULL,
    runs        bigint NOT NULL,
    total_ms    bigint NOT NULL,
    longest_ms  bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE "C" NOT NULL,
    PRIMARY KEY (job_name, run_day, outcome)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 1, 1, 'jobs-1-jobs');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 2, 1, 'jobs-2-keys');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');

ALTER TABLE baton_job_runs ADD COLUMN queue varchar(64) COLLATE "C";

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 4, 1, 'jobs-4-queues');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 5, 1, 'jobs-5-indexes');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 6, 1, 'jobs-6-lean');
