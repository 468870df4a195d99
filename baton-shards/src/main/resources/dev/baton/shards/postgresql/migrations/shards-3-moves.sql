-- oldest program: 1
-- Shards that an operator wants to be another node's: each is done once by the group's coordinator, and gone then.
CREATE TABLE ${baton}shard_moves (
    group_name varchar(64) COLLATE "C" NOT NULL,
    shard      integer NOT NULL,
    layout     bigint NOT NULL,
    to_node    varchar(96) COLLATE "C" NOT NULL,
    asked_at   timestamptz NOT NULL,
    PRIMARY KEY (group_name, shard)
);
