-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS baton_shard_moves (
    group_name varchar(64) NOT NULL,
    shard      integer NOT NULL,
    layout     bigint NOT NULL,
    to_node    varchar(96) NOT NULL,
    asked_at   timestamp(6) with time zone NOT NULL,
    PRIMARY KEY (group_name, shard)
);

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 3, 1, 'shards-3-moves');
