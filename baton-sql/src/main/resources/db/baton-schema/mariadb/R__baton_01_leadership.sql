-- Part of Baton's schema, to be run once. Never changed after a release.

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
  FROM (SELECT (-CAST(CONV(LEFT(SHA2(CONCAT(@@global.server_id, '@', @@hostname, ':', @@port), 256), 15), 16, 10) AS SIGNED)) AS history) h
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
