-- oldest program: 1
CREATE TABLE ${baton}audit_trail (
    node_id     varchar(96) COLLATE "C" NOT NULL,
    line_number bigint NOT NULL,
    at          timestamptz NOT NULL,
    actor       varchar(200) NOT NULL,
    client      varchar(64) NOT NULL,
    request_id  varchar(64) NOT NULL,
    action      varchar(64) NOT NULL,
    subject     varchar(300) NOT NULL,
    outcome     varchar(300) NOT NULL,
    hash        varchar(64) NOT NULL,
    PRIMARY KEY (node_id, line_number)
);

CREATE INDEX ${baton_name}audit_trail_at ON ${baton}audit_trail (at, line_number);

CREATE TABLE ${baton}audit_chains (
    node_id     varchar(96) COLLATE "C" PRIMARY KEY,
    line_number bigint NOT NULL,
    hash        varchar(64) NOT NULL,
    pruned_line bigint NOT NULL,
    pruned_hash varchar(64) NOT NULL
);
