-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_shard_work (
    group_name varchar(64) COLLATE "C" NOT NULL,
    node_id    varchar(96) COLLATE "C" NOT NULL,
    holder_id  varchar(128) COLLATE "C" NOT NULL,
    layout     bigint NOT NULL,
    span_ms    bigint NOT NULL,
    pieces     text COLLATE "C" NOT NULL,
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (group_name, node_id)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 4, 1, 'shards-4-work');
