-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS baton_shard_groups (
    group_name  varchar(64) PRIMARY KEY,
    layout      bigint NOT NULL,
    shards      integer NOT NULL,
    wanted      integer NOT NULL,
    state       varchar(16) NOT NULL,
    version     bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    changed_at  timestamp(6) with time zone NOT NULL
);

CREATE TABLE IF NOT EXISTS baton_shard_members (
    group_name varchar(64) NOT NULL,
    node_id    varchar(96) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    weight     integer NOT NULL,
    state      varchar(16) NOT NULL,
    version    bigint NOT NULL,
    seen_at    timestamp(6) with time zone NOT NULL,
    PRIMARY KEY (group_name, node_id)
);

CREATE TABLE IF NOT EXISTS baton_shard_plan (
    group_name  varchar(64) NOT NULL,
    shard       integer NOT NULL,
    owner_node  varchar(96) NOT NULL,
    heir_node   varchar(96) NOT NULL,
    home_node   varchar(96) NOT NULL,
    home_since  timestamp(6) with time zone NOT NULL,
    lease_epoch bigint NOT NULL,
    PRIMARY KEY (group_name, shard)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 1, 1, 'shards-1-groups');
