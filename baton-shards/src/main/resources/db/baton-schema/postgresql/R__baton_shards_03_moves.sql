-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_shard_moves (
    group_name varchar(64) COLLATE "C" NOT NULL,
    shard      integer NOT NULL,
    layout     bigint NOT NULL,
    to_node    varchar(96) COLLATE "C" NOT NULL,
    asked_at   timestamptz NOT NULL,
    PRIMARY KEY (group_name, shard)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 3, 1, 'shards-3-moves');
