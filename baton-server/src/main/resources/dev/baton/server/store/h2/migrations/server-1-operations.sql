-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${baton}commands (
    id        varchar(36) PRIMARY KEY,
    holder_id varchar(128) NOT NULL,
    action    varchar(16) NOT NULL,
    role      varchar(64) NOT NULL,
    argument  varchar(96) NOT NULL,
    asked_at  timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    done_at   timestamp(6) with time zone,
    error     varchar(500)
);

CREATE INDEX IF NOT EXISTS ${baton}commands_open ON ${baton}commands (holder_id, done_at);

CREATE TABLE IF NOT EXISTS ${baton}audit (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    actor   varchar(200) NOT NULL,
    node_id varchar(96) NOT NULL,
    action  varchar(64) NOT NULL,
    subject varchar(300) NOT NULL,
    outcome varchar(300) NOT NULL
);

CREATE INDEX IF NOT EXISTS ${baton}audit_at ON ${baton}audit (at);
