-- oldest program: 1
CREATE TABLE ${baton}commands (
    id        varchar(36) COLLATE "C" PRIMARY KEY,
    holder_id varchar(128) COLLATE "C" NOT NULL,
    action    varchar(16) NOT NULL,
    role      varchar(64) COLLATE "C" NOT NULL,
    argument  varchar(96) COLLATE "C" NOT NULL,
    asked_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    done_at   timestamptz,
    error     varchar(500)
);

CREATE INDEX ${baton_name}commands_open ON ${baton}commands (holder_id) WHERE done_at IS NULL;

CREATE TABLE ${baton}audit (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor   varchar(200) NOT NULL,
    node_id varchar(96) NOT NULL,
    action  varchar(64) NOT NULL,
    subject varchar(300) NOT NULL,
    outcome varchar(300) NOT NULL
);

CREATE INDEX ${baton_name}audit_at ON ${baton}audit (at);
