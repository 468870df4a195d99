-- Part of Baton's schema, to be run once. Never changed after a release.

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
