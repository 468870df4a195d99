-- oldest program: 1
CREATE TABLE ${baton}commands (
    id        varchar(36) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    holder_id varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    action    varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    role      varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    argument  varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at  datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    done_at   datetime2(7),
    error     nvarchar(500)
);

CREATE INDEX ${baton_name}commands_open ON ${baton}commands (holder_id, done_at);

CREATE TABLE ${baton}audit (
    id      bigint IDENTITY(1, 1) NOT NULL PRIMARY KEY,
    at      datetime2(7) NOT NULL DEFAULT SYSUTCDATETIME(),
    actor   nvarchar(200) NOT NULL,
    node_id varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    action  varchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    subject nvarchar(300) NOT NULL,
    outcome nvarchar(300) NOT NULL
);

CREATE INDEX ${baton_name}audit_at ON ${baton}audit (at);
