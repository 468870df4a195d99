-- oldest program: 1
-- A group of shards: its layout, and the plan's version. Written by the group's coordinator; wanted by operators.
CREATE TABLE IF NOT EXISTS ${baton}shard_groups (
    group_name  varchar(64) PRIMARY KEY,
    layout      bigint NOT NULL,
    shards      integer NOT NULL,
    wanted      integer NOT NULL,
    state       varchar(16) NOT NULL,
    version     bigint NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    changed_at  datetime(6) NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The nodes that live in a group, each written by itself; version: the plan that it has acted on.
CREATE TABLE IF NOT EXISTS ${baton}shard_members (
    group_name varchar(64) NOT NULL,
    node_id    varchar(96) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    weight     integer NOT NULL,
    state      varchar(16) NOT NULL,
    version    bigint NOT NULL,
    seen_at    datetime(6) NOT NULL,
    PRIMARY KEY (group_name, node_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Who stands for which shard; an empty name is nobody. Who leads it is in the lease row of its role, as for any role.
CREATE TABLE IF NOT EXISTS ${baton}shard_plan (
    group_name  varchar(64) NOT NULL,
    shard       integer NOT NULL,
    owner_node  varchar(96) NOT NULL,
    heir_node   varchar(96) NOT NULL,
    home_node   varchar(96) NOT NULL,
    home_since  datetime(6) NOT NULL,
    lease_epoch bigint NOT NULL,
    PRIMARY KEY (group_name, shard)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
