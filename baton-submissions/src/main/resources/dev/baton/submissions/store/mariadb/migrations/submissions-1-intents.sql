-- oldest program: 1
-- Every statement here commits by itself, so each must be harmless when it is run again.
CREATE TABLE IF NOT EXISTS ${submission}intents (
    intent_id          varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    submission_target  varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    payload            mediumblob NOT NULL,
    payload_hash       binary(32) NOT NULL,
    contract           mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    gateway            varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '' NOT NULL,
    status             varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'pending' NOT NULL
                       CHECK (status IN ('pending', 'accepted', 'rejected', 'exhausted', 'cancelled')),
    rejected_reason    varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    exhausted_reason   varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    attempt_count      integer DEFAULT 0 NOT NULL,
    counted_attempts   integer DEFAULT 0 NOT NULL,
    key_attempt        integer DEFAULT 1 NOT NULL,
    in_flight          boolean DEFAULT false NOT NULL,
    attempt_started_at datetime(6),
    next_attempt_at    datetime(6) DEFAULT (UTC_TIMESTAMP(6)),
    deadline_at        datetime(6),
    created_at         datetime(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
    completed_at       datetime(6),
    last_modified_at   datetime(6) DEFAULT (UTC_TIMESTAMP(6)) NOT NULL,
    lease_epoch        bigint DEFAULT 0 NOT NULL,
    holder_id          varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '' NOT NULL,
    traceparent        varchar(55) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    webhook_status     varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    webhook_attempts   integer DEFAULT 0 NOT NULL,
    webhook_next_at    datetime(6),
    webhook_at         datetime(6),
    webhook_error      varchar(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    INDEX ${submission_name}intents_due (status, in_flight, gateway, next_attempt_at, intent_id),
    INDEX ${submission_name}intents_deadline (status, in_flight, deadline_at),
    INDEX ${submission_name}intents_modified (status, in_flight, last_modified_at, intent_id),
    INDEX ${submission_name}intents_in_flight (in_flight, intent_id),
    INDEX ${submission_name}intents_webhook (webhook_status, webhook_next_at),
    INDEX ${submission_name}intents_created (created_at, intent_id)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS ${submission}attempts (
    intent_id      varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    attempt_number integer NOT NULL,
    started_at     datetime(6) NOT NULL,
    finished_at    datetime(6),
    outcome_status varchar(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    outcome_reason varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    error          varchar(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    lease_epoch    bigint NOT NULL,
    holder_id      varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (intent_id, attempt_number)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS ${submission}audit (
    id        bigint AUTO_INCREMENT PRIMARY KEY,
    at        datetime(6) NOT NULL,
    actor     varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    action    varchar(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    intent_id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    INDEX ${submission_name}audit_intent (intent_id, id)
) ENGINE = InnoDB;

DROP TRIGGER IF EXISTS ${submission}intents_touched;

-- Also for updates by plain SQL: whoever writes, the feed sees it.
CREATE TRIGGER ${submission}intents_touched BEFORE UPDATE ON ${submission}intents
   FOR EACH ROW SET NEW.last_modified_at = UTC_TIMESTAMP(6);
