-- oldest program: 1
-- What nodes report of themselves, one row per node and round; pruned by the leader of metrics-aggregator.
CREATE TABLE ${baton}metric_samples (
    holder_id varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    at        datetime2(7) NOT NULL,
    node_id   varchar(96) COLLATE Latin1_General_BIN2 NOT NULL,
    samples   nvarchar(max) NOT NULL,
    PRIMARY KEY (holder_id, at)
);

CREATE TABLE ${baton}alerts (
    alert_name   varchar(128) COLLATE Latin1_General_BIN2 PRIMARY KEY,
    state        varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    severity     varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    rule_text    varchar(1000) COLLATE Latin1_General_BIN2 NOT NULL,
    notify       varchar(1000) COLLATE Latin1_General_BIN2 NOT NULL,
    reading      varchar(64) COLLATE Latin1_General_BIN2,
    since        datetime2(7) NOT NULL,
    fired_at     datetime2(7) NOT NULL,
    evaluated_at datetime2(7) NOT NULL,
    lease_epoch  bigint NOT NULL,
    holder_id    varchar(128) COLLATE Latin1_General_BIN2 NOT NULL
);

-- What is to be told to whom. A change of an alert and its notices are one transaction; the key lets a change be told once.
CREATE TABLE ${baton}alert_notices (
    alert_name  varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    fired_at    datetime2(7) NOT NULL,
    transition  varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    notifier    varchar(200) COLLATE Latin1_General_BIN2 NOT NULL,
    state       varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    attempts    int NOT NULL,
    next_try_at datetime2(7) NOT NULL,
    severity    varchar(16) COLLATE Latin1_General_BIN2 NOT NULL,
    rule_text   varchar(1000) COLLATE Latin1_General_BIN2 NOT NULL,
    reading     varchar(64) COLLATE Latin1_General_BIN2,
    created_at  datetime2(7) NOT NULL,
    ended_at    datetime2(7),
    error       nvarchar(max),
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (alert_name, fired_at, transition, notifier)
);
