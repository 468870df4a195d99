-- oldest program: 1
-- A group of shards: its layout, and the plan's version. Written by the group's coordinator; wanted by operators.
CREATE TABLE ${baton}shard_groups (
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

-- The nodes that live in a group, each written by itself; version: the plan that it has acted on.
CREATE TABLE ${baton}shard_members (
    group_name varchar(64) COLLATE "C" NOT NULL,
    node_id    varchar(96) COLLATE "C" NOT NULL,
    holder_id  varchar(128) COLLATE "C" NOT NULL,
    weight     integer NOT NULL,
    state      varchar(16) COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    seen_at    timestamptz NOT NULL,
    PRIMARY KEY (group_name, node_id)
);

-- Who stands for which shard; an empty name is nobody. Who leads it is in the lease row of its role, as for any role.
CREATE TABLE ${baton}shard_plan (
    group_name  varchar(64) COLLATE "C" NOT NULL,
    shard       integer NOT NULL,
    owner_node  varchar(96) COLLATE "C" NOT NULL,
    heir_node   varchar(96) COLLATE "C" NOT NULL,
    home_node   varchar(96) COLLATE "C" NOT NULL,
    home_since  timestamptz NOT NULL,
    lease_epoch bigint NOT NULL,
    PRIMARY KEY (group_name, shard)
);
