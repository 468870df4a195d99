-- oldest program: 1
-- What each node did lately for each shard, in one row however many there are: 3:120 is 120 pieces of work for shard 3.
CREATE TABLE IF NOT EXISTS ${baton}shard_work (
    group_name varchar(64) NOT NULL,
    node_id    varchar(96) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    layout     bigint NOT NULL,
    span_ms    bigint NOT NULL,
    pieces     mediumtext NOT NULL,
    counted_at datetime(6) NOT NULL,
    PRIMARY KEY (group_name, node_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
