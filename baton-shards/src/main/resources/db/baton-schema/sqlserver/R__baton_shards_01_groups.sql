-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_shard_groups (
    group_name  varchar(64) COLLATE Latin1_General_BIN2 PRIMARY KEY,
    layout      bigint NOT NULL,
    shards      int NOT NULL,
    wanted      int NOT NULL,
    state       varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    version     bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    changed_at  datetime2(7) NOT NULL
);
GO

CREATE TABLE baton_shard_members (
    group_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    node_id    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    weight     int NOT NULL,
    state      varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    version    bigint NOT NULL,
    seen_at    datetime2(7) NOT NULL,
    PRIMARY KEY (group_name, node_id)
);
GO

CREATE TABLE baton_shard_plan (
    group_name  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    shard       int NOT NULL,
    owner_node  varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    heir_node   varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    home_node   varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    home_since  datetime2(7) NOT NULL,
    lease_epoch bigint NOT NULL,
    PRIMARY KEY (group_name, shard)
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 1, 1, 'shards-1-groups');
GO
