-- oldest program: 1
CREATE TABLE ${baton}audit_trail (
    node_id     varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    line_number bigint NOT NULL,
    at          datetime2(7) NOT NULL,
    actor       nvarchar(200) NOT NULL,
    client      varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    request_id  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    action      varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    subject     nvarchar(300) NOT NULL,
    outcome     nvarchar(300) NOT NULL,
    hash        varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (node_id, line_number)
);

CREATE INDEX ${baton_name}audit_trail_at ON ${baton}audit_trail (at, line_number);

CREATE TABLE ${baton}audit_chains (
    node_id     varchar(96) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    line_number bigint NOT NULL,
    hash        varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    pruned_line bigint NOT NULL,
    pruned_hash varchar(64) COLLATE Latin1_General_BIN2 NOT NULL
);
