-- oldest program: 1
-- What nodes report of themselves, one row per node and round; pruned by the leader of metrics-aggregator.
CREATE TABLE IF NOT EXISTS ${baton}metric_samples (
    holder_id varchar(128) NOT NULL,
    at        timestamp(6) with time zone NOT NULL,
    node_id   varchar(96) NOT NULL,
    samples   text NOT NULL,
    PRIMARY KEY (holder_id, at)
);

CREATE TABLE IF NOT EXISTS ${baton}alerts (
    alert_name   varchar(128) PRIMARY KEY,
    state        varchar(16) NOT NULL,
    severity     varchar(16) NOT NULL,
    rule_text    varchar(1000) NOT NULL,
    notify       varchar(1000) NOT NULL,
    reading      varchar(64),
    since        timestamp(6) with time zone NOT NULL,
    fired_at     timestamp(6) with time zone NOT NULL,
    evaluated_at timestamp(6) with time zone NOT NULL,
    lease_epoch  bigint NOT NULL,
    holder_id    varchar(128) NOT NULL
);

-- What is to be told to whom. A change of an alert and its notices are one transaction; the key lets a change be told once.
CREATE TABLE IF NOT EXISTS ${baton}alert_notices (
    alert_name  varchar(128) NOT NULL,
    fired_at    timestamp(6) with time zone NOT NULL,
    transition  varchar(16) NOT NULL,
    notifier    varchar(200) NOT NULL,
    state       varchar(16) NOT NULL,
    attempts    integer NOT NULL,
    next_try_at timestamp(6) with time zone NOT NULL,
    severity    varchar(16) NOT NULL,
    rule_text   varchar(1000) NOT NULL,
    reading     varchar(64),
    created_at  timestamp(6) with time zone NOT NULL,
    ended_at    timestamp(6) with time zone,
    error       text,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) NOT NULL,
    PRIMARY KEY (alert_name, fired_at, transition, notifier)
);
