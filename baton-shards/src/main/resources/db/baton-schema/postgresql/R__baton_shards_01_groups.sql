-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_shard_groups (
    group_name  varchar(64) COLLATE "C" PRIMARY KEY,
    layout      bigint NOT NULL,
    shards      integer NOT NULL,
    wanted      integer NOT NULL,
    state       varchar(16) COLLATE "C" NOT NULL,
    version     bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE "C" NOT NULL,
    changed_at  timestamptz NOT NULL
);

CREATE TABLE baton_shard_members (
    group_name varchar(64) COLLATE "C" NOT NULL,
    node_id    varchar(96) COLLATE "C" NOT NULL,
    holder_id  varchar(128) COLLATE "C" NOT NULL,
    weight     integer NOT NULL,
    state      varchar(16) COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    seen_at    timestamptz NOT NULL,
    PRIMARY KEY (group_name, node_id)
);

CREATE TABLE baton_shard_plan (
    group_name  varchar(64) COLLATE "C" NOT NULL,
    shard       integer NOT NULL,
    owner_node  varchar(96) COLLATE "C" NOT NULL,
    heir_node   varchar(96) COLLATE "C" NOT NULL,
    home_node   varchar(96) COLLATE "C" NOT NULL,
    home_since  timestamptz NOT NULL,
    lease_epoch bigint NOT NULL,
    PRIMARY KEY (group_name, shard)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 1, 1, 'shards-1-groups');
