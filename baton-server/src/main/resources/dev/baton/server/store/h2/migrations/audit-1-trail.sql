-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}audit_trail (
    node_id     varchar(96) NOT NULL,
    line_number bigint NOT NULL,
    at          timestamp(6) with time zone NOT NULL,
    actor       varchar(200) NOT NULL,
    client      varchar(64) NOT NULL,
    request_id  varchar(64) NOT NULL,
    action      varchar(64) NOT NULL,
    subject     varchar(300) NOT NULL,
    outcome     varchar(300) NOT NULL,
    hash        varchar(64) NOT NULL,
    PRIMARY KEY (node_id, line_number)
);

CREATE INDEX IF NOT EXISTS ${baton}audit_trail_at ON ${baton}audit_trail (at, line_number);

CREATE TABLE IF NOT EXISTS ${baton}audit_chains (
    node_id     varchar(96) PRIMARY KEY,
    line_number bigint NOT NULL,
    hash        varchar(64) NOT NULL,
    pruned_line bigint NOT NULL,
    pruned_hash varchar(64) NOT NULL
);
