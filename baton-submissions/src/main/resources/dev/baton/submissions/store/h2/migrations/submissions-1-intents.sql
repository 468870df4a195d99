-- oldest program: 1
CREATE TABLE IF NOT EXISTS ${submission}intents (
    intent_id          varchar(400) NOT NULL PRIMARY KEY,
    submission_target  varchar(200) NOT NULL,
    payload            varbinary(16777216) NOT NULL,
    payload_hash       varbinary(32) NOT NULL,
    contract           varchar(65536) NOT NULL,
    gateway            varchar(100) DEFAULT '' NOT NULL,
    status             varchar(16) DEFAULT 'pending' NOT NULL
                       CHECK (status IN ('pending', 'accepted', 'rejected', 'exhausted', 'cancelled')),
    rejected_reason    varchar(200),
    exhausted_reason   varchar(32),
    attempt_count      integer DEFAULT 0 NOT NULL,
    counted_attempts   integer DEFAULT 0 NOT NULL,
    key_attempt        integer DEFAULT 1 NOT NULL,
    in_flight          boolean DEFAULT false NOT NULL,
    attempt_started_at timestamp(6) with time zone,
    next_attempt_at    timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6),
    deadline_at        timestamp(6) with time zone,
    created_at         timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL,
    completed_at       timestamp(6) with time zone,
    last_modified_at   timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6) NOT NULL,
    lease_epoch        bigint DEFAULT 0 NOT NULL,
    holder_id          varchar(128) DEFAULT '' NOT NULL,
    traceparent        varchar(55),
    webhook_status     varchar(16),
    webhook_attempts   integer DEFAULT 0 NOT NULL,
    webhook_next_at    timestamp(6) with time zone,
    webhook_at         timestamp(6) with time zone,
    webhook_error      varchar(500)
);

CREATE INDEX IF NOT EXISTS ${submission_name}intents_due ON ${submission}intents (status, in_flight, gateway, next_attempt_at, intent_id);

CREATE INDEX IF NOT EXISTS ${submission_name}intents_deadline ON ${submission}intents (status, in_flight, deadline_at);

CREATE INDEX IF NOT EXISTS ${submission_name}intents_modified ON ${submission}intents (status, in_flight, last_modified_at, intent_id);

CREATE INDEX IF NOT EXISTS ${submission_name}intents_in_flight ON ${submission}intents (in_flight, intent_id);

CREATE INDEX IF NOT EXISTS ${submission_name}intents_webhook ON ${submission}intents (webhook_status, webhook_next_at);

CREATE INDEX IF NOT EXISTS ${submission_name}intents_created ON ${submission}intents (created_at, intent_id);

CREATE TABLE IF NOT EXISTS ${submission}attempts (
    intent_id      varchar(400) NOT NULL,
    attempt_number integer NOT NULL,
    started_at     timestamp(6) with time zone NOT NULL,
    finished_at    timestamp(6) with time zone,
    outcome_status varchar(16) NOT NULL,
    outcome_reason varchar(200),
    error          varchar(1000),
    lease_epoch    bigint NOT NULL,
    holder_id      varchar(128) NOT NULL,
    PRIMARY KEY (intent_id, attempt_number)
);

CREATE TABLE IF NOT EXISTS ${submission}audit (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at        timestamp(6) with time zone NOT NULL,
    actor     varchar(200) NOT NULL,
    action    varchar(32) NOT NULL,
    intent_id varchar(400) NOT NULL
);

CREATE INDEX IF NOT EXISTS ${submission_name}audit_intent ON ${submission}audit (intent_id, id);
