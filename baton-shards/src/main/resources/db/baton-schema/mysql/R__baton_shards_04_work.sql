-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE TABLE IF NOT EXISTS baton_shard_work (
    group_name varchar(64) NOT NULL,
    node_id    varchar(96) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    layout     bigint NOT NULL,
    span_ms    bigint NOT NULL,
    pieces     mediumtext NOT NULL,
    counted_at datetime(6) NOT NULL,
    PRIMARY KEY (group_name, node_id)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('shards', 4, 1, 'shards-4-work');
