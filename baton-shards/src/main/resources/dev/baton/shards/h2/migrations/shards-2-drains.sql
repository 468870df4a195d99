-- oldest program: 1
-- Nodes that an operator has leave a group: this process of theirs, for the next one comes to lead.
CREATE TABLE IF NOT EXISTS ${baton}shard_drains (
    group_name varchar(64) NOT NULL,
    node_id    varchar(96) NOT NULL,
    holder_id  varchar(128) NOT NULL,
    asked_at   timestamp(6) with time zone NOT NULL,
    PRIMARY KEY (group_name, node_id)
);
