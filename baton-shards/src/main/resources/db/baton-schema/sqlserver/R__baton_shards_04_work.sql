-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE baton_shard_work (
    group_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    node_id    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    layout     bigint NOT NULL,
    span_ms    bigint NOT NULL,
    pieces     varchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    counted_at datetime2(7) NOT NULL,
    PRIMARY KEY (group_name, node_id)
);
GO

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 4, 1, 'shards-4-work');
GO
