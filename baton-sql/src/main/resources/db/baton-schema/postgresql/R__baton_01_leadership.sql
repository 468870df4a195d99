-- Part of Baton's schema, to be run once. Never changed after a release.

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
