-- oldest program: 1
-- Shards that an operator wants to be another node's: each is done once by the group's coordinator, and gone then.
CREATE TABLE IF NOT EXISTS ${baton}shard_moves (
    group_name varchar(64) NOT NULL,
    shard      integer NOT NULL,
    layout     bigint NOT NULL,
    to_node    varchar(96) NOT NULL,
    asked_at   datetime(6) NOT NULL,
    PRIMARY KEY (group_name, shard)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
