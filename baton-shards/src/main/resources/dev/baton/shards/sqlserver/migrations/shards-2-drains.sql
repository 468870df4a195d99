-- oldest program: 1
-- Nodes that an operator has leave a group: this process of theirs, for the next one comes to lead.
CREATE TABLE ${baton}shard_drains (
    group_name varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    node_id    varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    holder_id  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at   datetime2(7) NOT NULL,
    PRIMARY KEY (group_name, node_id)
);
