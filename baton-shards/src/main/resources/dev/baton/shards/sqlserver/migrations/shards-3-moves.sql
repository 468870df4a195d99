-- oldest program: 1
-- Shards that an operator wants to be another node's: each is done once by the group's coordinator, and gone then.
CREATE TABLE ${baton}shard_moves (
    group_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    shard      int NOT NULL,
    layout     bigint NOT NULL,
    to_node    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at   datetime2(7) NOT NULL,
    PRIMARY KEY (group_name, shard)
);
