-- oldest program: 1
CREATE TABLE ${submission}intents (
    intent_id          nvarchar(400) COLLATE Latin1_General_100_BIN2 NOT NULL PRIMARY KEY,
    submission_target  nvarchar(200) COLLATE Latin1_General_100_BIN2 NOT NULL,
    payload            varbinary(max) NOT NULL,
    payload_hash       varbinary(32) NOT NULL,
    contract           nvarchar(max) NOT NULL,
    gateway            nvarchar(100) COLLATE Latin1_General_100_BIN2 DEFAULT '' NOT NULL,
    status             nvarchar(16) COLLATE Latin1_General_100_BIN2 DEFAULT 'pending' NOT NULL
                       CHECK (status IN ('pending', 'accepted', 'rejected', 'exhausted', 'cancelled')),
    rejected_reason    nvarchar(200) COLLATE Latin1_General_100_BIN2,
    exhausted_reason   nvarchar(32) COLLATE Latin1_General_100_BIN2,
    attempt_count      integer DEFAULT 0 NOT NULL,
    counted_attempts   integer DEFAULT 0 NOT NULL,
    key_attempt        integer DEFAULT 1 NOT NULL,
    in_flight          bit DEFAULT 0 NOT NULL,
    attempt_started_at datetime2(7),
    next_attempt_at    datetime2(7) DEFAULT SYSUTCDATETIME(),
    deadline_at        datetime2(7),
    created_at         datetime2(7) DEFAULT SYSUTCDATETIME() NOT NULL,
    completed_at       datetime2(7),
    last_modified_at   datetime2(7) DEFAULT SYSUTCDATETIME() NOT NULL,
    lease_epoch        bigint DEFAULT 0 NOT NULL,
    holder_id          nvarchar(128) COLLATE Latin1_General_100_BIN2 DEFAULT '' NOT NULL,
    traceparent        nvarchar(55) COLLATE Latin1_General_100_BIN2,
    webhook_status     nvarchar(16) COLLATE Latin1_General_100_BIN2,
    webhook_attempts   integer DEFAULT 0 NOT NULL,
    webhook_next_at    datetime2(7),
    webhook_at         datetime2(7),
    change_version     rowversion NOT NULL,
    webhook_error      nvarchar(500) COLLATE Latin1_General_100_BIN2
);

CREATE INDEX ${submission_name}intents_due ON ${submission}intents (gateway, next_attempt_at, intent_id)
 WHERE status = 'pending' AND in_flight = 0;

CREATE INDEX ${submission_name}intents_deadline ON ${submission}intents (deadline_at)
 WHERE status = 'pending' AND in_flight = 0 AND deadline_at IS NOT NULL;

CREATE INDEX ${submission_name}intents_modified ON ${submission}intents (last_modified_at, intent_id)
 WHERE status = 'pending' AND in_flight = 0;

CREATE INDEX ${submission_name}intents_in_flight ON ${submission}intents (in_flight, intent_id)
 WHERE in_flight = 1;

CREATE INDEX ${submission_name}intents_webhook ON ${submission}intents (webhook_status, webhook_next_at);

CREATE INDEX ${submission_name}intents_created ON ${submission}intents (created_at, intent_id);

CREATE INDEX ${submission_name}intents_change ON ${submission}intents (change_version, intent_id)
 WHERE status = 'pending' AND in_flight = 0;

CREATE TABLE ${submission}attempts (
    intent_id      nvarchar(400) COLLATE Latin1_General_100_BIN2 NOT NULL,
    attempt_number integer NOT NULL,
    started_at     datetime2(7) NOT NULL,
    finished_at    datetime2(7),
    outcome_status nvarchar(16) COLLATE Latin1_General_100_BIN2 NOT NULL,
    outcome_reason nvarchar(200) COLLATE Latin1_General_100_BIN2,
    error          nvarchar(1000) COLLATE Latin1_General_100_BIN2,
    lease_epoch    bigint NOT NULL,
    holder_id      nvarchar(128) COLLATE Latin1_General_100_BIN2 NOT NULL,
    PRIMARY KEY (intent_id, attempt_number)
);

CREATE TABLE ${submission}audit (
    id        bigint IDENTITY PRIMARY KEY,
    at        datetime2(7) NOT NULL,
    actor     nvarchar(200) COLLATE Latin1_General_100_BIN2 NOT NULL,
    action    nvarchar(32) COLLATE Latin1_General_100_BIN2 NOT NULL,
    intent_id nvarchar(400) COLLATE Latin1_General_100_BIN2 NOT NULL
);

CREATE INDEX ${submission_name}audit_intent ON ${submission}audit (intent_id, id);

-- Also for updates by plain SQL: whoever writes, the feed sees it. (The row version changes by itself.)
CREATE TRIGGER ${submission}intents_touched ON ${submission}intents AFTER UPDATE AS
    SET NOCOUNT ON
    IF NOT UPDATE(last_modified_at) UPDATE i SET last_modified_at = SYSUTCDATETIME()
      FROM ${submission}intents i JOIN inserted n ON n.intent_id = i.intent_id;
