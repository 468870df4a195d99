-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_schema (
    component      varchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    version        int NOT NULL,
    oldest_program int NOT NULL,
    name           varchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    applied_at     datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    PRIMARY KEY (component, version)
);
GO

-- No component: in which history of the database the tables were made, in its name. Never changed.
INSERT INTO baton_schema (component, version, oldest_program, name)
SELECT 'history', 1, 1, CAST(h.history AS varchar(100))
  FROM (SELECT (-CAST(SUBSTRING(HASHBYTES('SHA2_256', CAST(SERVERPROPERTY('ServerName') AS nvarchar(128))), 1, 7) AS bigint)) AS history) h
 WHERE NOT EXISTS (SELECT 1 FROM baton_schema s WHERE s.component = 'history');
GO

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
GO

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
GO

CREATE INDEX baton_leader_events_term ON baton_leader_events (lease_name, lease_epoch);
GO

CREATE INDEX baton_leader_events_at ON baton_leader_events (at);
GO

CREATE TABLE baton_nodes (
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    node_id    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    version    nvarchar(64) NOT NULL,
    started_at datetime2(7) NOT NULL,
    seen_at    datetime2(7) NOT NULL
);
GO

CREATE TABLE baton_candidates (
    lease_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    preferred  bit NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('baton', 1, 1, 'baton-1-leadership');
GO
