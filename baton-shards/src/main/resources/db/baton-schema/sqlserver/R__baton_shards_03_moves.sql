-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_shard_moves (
    group_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    shard      int NOT NULL,
    layout     bigint NOT NULL,
    to_node    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at   datetime2(7) NOT NULL,
    PRIMARY KEY (group_name, shard)
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 3, 1, 'shards-3-moves');
GO
