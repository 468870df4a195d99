-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}leases (
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

CREATE TABLE IF NOT EXISTS ${baton}fences (
    lease_name  varchar(64) PRIMARY KEY,
    holder_id   varchar(128) NOT NULL,
    lease_epoch bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS ${baton}leader_events (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lease_name  varchar(64) NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    node_id     varchar(96) NOT NULL,
    event       varchar(32) NOT NULL,
    reason      varchar(500) NOT NULL,
    at          timestamp(6) with time zone NOT NULL
);

CREATE INDEX IF NOT EXISTS ${baton}leader_events_term ON ${baton}leader_events (lease_name, lease_epoch);

CREATE INDEX IF NOT EXISTS ${baton}leader_events_at ON ${baton}leader_events (at);

CREATE TABLE IF NOT EXISTS ${baton}nodes (
    holder_id  varchar(128) PRIMARY KEY,
    node_id    varchar(96) NOT NULL,
    version    varchar(64) NOT NULL,
    started_at timestamp(6) with time zone NOT NULL,
    seen_at    timestamp(6) with time zone NOT NULL
);

CREATE TABLE IF NOT EXISTS ${baton}candidates (
    lease_name varchar(64) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    preferred  boolean NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);
