-- oldest program: 1
-- What nodes report of themselves, one row per node and round; pruned by the leader of metrics-aggregator.
CREATE TABLE ${baton}metric_samples (
    holder_id varchar(128) COLLATE "C" NOT NULL,
    at        timestamptz NOT NULL,
    node_id   varchar(96) COLLATE "C" NOT NULL,
    samples   text NOT NULL,
    PRIMARY KEY (holder_id, at)
);

CREATE TABLE ${baton}alerts (
    alert_name   varchar(128) COLLATE "C" PRIMARY KEY,
    state        varchar(16) COLLATE "C" NOT NULL,
    severity     varchar(16) COLLATE "C" NOT NULL,
    rule_text    varchar(1000) COLLATE "C" NOT NULL,
    notify       varchar(1000) COLLATE "C" NOT NULL,
    reading      varchar(64) COLLATE "C",
    since        timestamptz NOT NULL,
    fired_at     timestamptz NOT NULL,
    evaluated_at timestamptz NOT NULL,
    lease_epoch  bigint NOT NULL,
    holder_id    varchar(128) COLLATE "C" NOT NULL
);

-- What is to be told to whom. A change of an alert and its notices are one transaction; the key lets a change be told once.
CREATE TABLE ${baton}alert_notices (
    alert_name  varchar(128) COLLATE "C" NOT NULL,
    fired_at    timestamptz NOT NULL,
    transition  varchar(16) COLLATE "C" NOT NULL,
    notifier    varchar(200) COLLATE "C" NOT NULL,
    state       varchar(16) COLLATE "C" NOT NULL,
    attempts    integer NOT NULL,
    next_try_at timestamptz NOT NULL,
    severity    varchar(16) COLLATE "C" NOT NULL,
    rule_text   varchar(1000) COLLATE "C" NOT NULL,
    reading     varchar(64) COLLATE "C",
    created_at  timestamptz NOT NULL,
    ended_at    timestamptz,
    error       text,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE "C" NOT NULL,
    PRIMARY KEY (alert_name, fired_at, transition, notifier)
);
