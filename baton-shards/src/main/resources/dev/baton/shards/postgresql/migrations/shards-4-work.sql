-- oldest program: 1
-- What each node did lately for each shard, in one row however many there are: 3:120 is 120 pieces of work for shard 3.
CREATE TABLE ${baton}shard_work (
    group_name varchar(64) COLLATE "C" NOT NULL,
    node_id    varchar(96) COLLATE "C" NOT NULL,
    holder_id  varchar(128) COLLATE "C" NOT NULL,
    layout     bigint NOT NULL,
    span_ms    bigint NOT NULL,
    pieces     text COLLATE "C" NOT NULL,
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (group_name, node_id)
);
