-- Everything that jobs need on an empty mysql database: leadership, jobs, and the versions by which
-- Baton knows them.

CREATE TABLE IF NOT EXISTS baton_schema (
    component      varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version        integer NOT NULL,
    oldest_program integer NOT NULL,
    name           varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    applied_at     datetime(6) NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    PRIMARY KEY (component, version)
) ENGINE = InnoDB;

-- No component: in which history of the database the tables were made, in its name. Never changed.
INSERT INTO baton_schema (component, version, oldest_program, name)
SELECT 'history', 1, 1, CAST(h.history AS char)
  FROM (SELECT (-CAST(CONV(LEFT(SHA2(@@server_uuid, 256), 15), 16, 10) AS SIGNED)) AS history) h
 WHERE NOT EXISTS (SELECT 1 FROM baton_schema s WHERE s.component = 'history');

CREATE TABLE IF NOT EXISTS baton_leases (
    lease_name     varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    holder_id      varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lease_epoch    bigint NOT NULL,
    acquired_at    datetime(6) NOT NULL,
    renewed_at     datetime(6) NOT NULL,
    expires_at     datetime(6) NOT NULL,
    node_id        varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    strategy       varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    takeover       varchar(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    lease_ms       bigint NOT NULL DEFAULT 0,
    trust_ms       bigint NOT NULL DEFAULT 0,
    released       boolean NOT NULL DEFAULT 0,
    reserved_for   varchar(96) CHARACTER SET ascii COLLATE ascii_bin NULL,
    reserved_until datetime(6) NULL,
    timeline       bigint NOT NULL DEFAULT 0,
    session_id     varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    scope_key      bigint NOT NULL DEFAULT 0,
    beats          bigint NOT NULL DEFAULT 0
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_fences (
    lease_name  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    holder_id   varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lease_epoch bigint NOT NULL,
    entries     bigint NOT NULL DEFAULT 0
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_leader_events (
    id          bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    lease_name  varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    node_id     varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    event       varchar(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reason      varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    at          datetime(6) NOT NULL,
    KEY baton_leader_events_term (lease_name, lease_epoch),
    KEY baton_leader_events_at (at)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_nodes (
    holder_id  varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    node_id    varchar(96) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    version    varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    started_at datetime(6) NOT NULL,
    seen_at    datetime(6) NOT NULL
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_candidates (
    lease_name varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    holder_id  varchar(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    preferred  boolean NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
) ENGINE = InnoDB;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('baton', 1, 1, 'baton-1-leadership');

CREATE TABLE IF NOT EXISTS baton_jobs (
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
    KEY baton_jobs_due (status, priority DESC, next_run_time),
    KEY baton_jobs_next (status, next_run_time),
    KEY baton_jobs_lanes (status, queue),
    KEY baton_jobs_running (locked_by),
    KEY baton_jobs_crons (next_run_time),
    KEY baton_jobs_ended (status, finished_at),
    UNIQUE KEY baton_jobs_unique (job_name, unique_key),
    UNIQUE KEY baton_jobs_tick (parent_id, scheduled_for)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_job_runs (
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
    KEY baton_job_runs_finished (finished_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_job_queues (
    queue     varchar(64) PRIMARY KEY,
    paused_at datetime(6) NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_job_workers (
    holder_id varchar(128) PRIMARY KEY,
    node_id   varchar(96) NOT NULL,
    threads   integer NOT NULL,
    busy      integer NOT NULL,
    completed bigint NOT NULL,
    failed    bigint NOT NULL,
    refused   bigint NOT NULL,
    seen_at   datetime(6) NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS baton_job_figures (
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
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 1, 1, 'jobs-1-jobs');

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 2, 1, 'jobs-2-keys');

ALTER TABLE baton_jobs
    DROP KEY baton_jobs_crons, ADD KEY baton_jobs_crons (cron, next_run_time);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 3, 1, 'jobs-3-crons');

SET @baton_step = (SELECT CASE WHEN COUNT(*) = 0 THEN 'ALTER TABLE baton_job_runs ADD COLUMN queue varchar(64)' ELSE 'DO 0' END
  FROM information_schema.columns
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'baton_job_runs' AND column_name = 'queue');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 4, 1, 'jobs-4-queues');

SET @baton_step = (SELECT CASE WHEN COUNT(*) > 0 THEN 'ALTER TABLE baton_jobs DROP KEY baton_jobs_running,
       DROP KEY baton_jobs_next,
       DROP KEY baton_jobs_lanes, ADD KEY baton_jobs_lanes (queue),
       DROP KEY baton_jobs_ended, ADD KEY baton_jobs_ended (finished_at)' ELSE 'DO 0' END
  FROM information_schema.statistics
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'baton_jobs' AND index_name = 'baton_jobs_running');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 5, 1, 'jobs-5-indexes');

SET @baton_step = (SELECT CASE WHEN COUNT(*) = 0 THEN 'DO 0' ELSE CONCAT('ALTER TABLE baton_jobs DROP KEY baton_jobs_lanes,
       DROP KEY baton_jobs_ended,
       DROP KEY baton_jobs_crons, ADD KEY baton_jobs_crons (queue, cron, finished_at, next_run_time)',
       CASE WHEN (SELECT COUNT(*) FROM (SELECT id FROM baton_jobs LIMIT 200001) few) <= 200000
                 AND NOT EXISTS (SELECT id FROM baton_jobs
                                  WHERE id <> CONVERT(id USING ascii) OR parent_id <> CONVERT(parent_id USING ascii)
                                     OR CONCAT_WS(' ', next_run_time, created_at, locked_at, run_started_at, last_run_time,
                                                  not_before, finished_at, scheduled_for, last_tick) LIKE '%-00%')
                 AND NOT EXISTS (SELECT table_name FROM information_schema.key_column_usage
                                  WHERE (referenced_table_schema = COALESCE(NULLIF('', ''), DATABASE())
                                         AND referenced_table_name = 'baton_jobs')
                                     OR (table_schema = COALESCE(NULLIF('', ''), DATABASE())
                                         AND table_name = 'baton_jobs' AND referenced_table_name IS NOT NULL))
                 AND NOT EXISTS (SELECT table_name FROM information_schema.tables
                                  WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
                                    AND table_name = 'baton_jobs' AND data_length > 536870912)
            THEN ', MODIFY id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT (uuid()),
       MODIFY parent_id char(36) CHARACTER SET ascii COLLATE ascii_bin' ELSE '' END) END
  FROM information_schema.statistics
 WHERE table_schema = COALESCE(NULLIF('', ''), DATABASE())
   AND table_name = 'baton_jobs' AND index_name = 'baton_jobs_ended');

PREPARE baton_step FROM @baton_step;

EXECUTE baton_step;

DEALLOCATE PREPARE baton_step;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('jobs', 6, 1, 'jobs-6-lean');
