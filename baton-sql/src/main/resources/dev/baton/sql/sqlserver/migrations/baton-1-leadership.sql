-- oldest program: 1
CREATE TABLE ${baton}leases (
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

CREATE TABLE ${baton}leader_events (
    id          bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    lease_name  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    node_id     varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    event       varchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    reason      nvarchar(500) NOT NULL,
    at          datetime2(7) NOT NULL
);

CREATE INDEX ${baton_name}leader_events_term ON ${baton}leader_events (lease_name, lease_epoch);

CREATE INDEX ${baton_name}leader_events_at ON ${baton}leader_events (at);

CREATE TABLE ${baton}nodes (
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    node_id    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    version    nvarchar(64) NOT NULL,
    started_at datetime2(7) NOT NULL,
    seen_at    datetime2(7) NOT NULL
);

CREATE TABLE ${baton}candidates (
    lease_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    preferred  bit NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);
