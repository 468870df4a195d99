-- oldest program: 1
-- A domain, because a CHECK of the table is read anew by every statement, which cost more than the insert itself.
CREATE DOMAIN ${submission}status AS varchar(16)
 CHECK (VALUE IN ('pending', 'accepted', 'rejected', 'exhausted', 'cancelled'));

CREATE TABLE ${submission}intents (
    intent_id          varchar(200) COLLATE "C" PRIMARY KEY,
    submission_target  varchar(200) COLLATE "C" NOT NULL,
    payload            bytea NOT NULL,
    payload_hash       bytea NOT NULL,
    contract           text NOT NULL,
    gateway            varchar(100) COLLATE "C" NOT NULL DEFAULT '',
    status             ${submission}status NOT NULL DEFAULT 'pending',
    rejected_reason    varchar(200),
    exhausted_reason   varchar(32),
    attempt_count      integer NOT NULL DEFAULT 0,
    counted_attempts   integer NOT NULL DEFAULT 0,
    key_attempt        integer NOT NULL DEFAULT 1,
    in_flight          boolean NOT NULL DEFAULT false,
    attempt_started_at timestamptz,
    next_attempt_at    timestamptz DEFAULT clock_timestamp(),
    deadline_at        timestamptz,
    created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    completed_at       timestamptz,
    last_modified_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    lease_epoch        bigint NOT NULL DEFAULT 0,
    holder_id          varchar(128) COLLATE "C" NOT NULL DEFAULT '',
    traceparent        varchar(55),
    webhook_status     varchar(16),
    webhook_attempts   integer NOT NULL DEFAULT 0,
    webhook_next_at    timestamptz,
    webhook_at         timestamptz,
    webhook_error      varchar(500),
    change_xid         xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (autovacuum_vacuum_scale_factor = 0.05);

-- What can be started, nearest first, one lane for each gateway.
CREATE INDEX ${submission_name}intents_due ON ${submission}intents (gateway, next_attempt_at, intent_id)
 WHERE status = 'pending' AND NOT in_flight;

-- The change feed, by the transaction that made the change.
CREATE INDEX ${submission_name}intents_change ON ${submission}intents (change_xid)
 WHERE status = 'pending' AND NOT in_flight;

-- Whose time has run out while its gateway let nobody in.
CREATE INDEX ${submission_name}intents_deadline ON ${submission}intents (deadline_at)
 WHERE status = 'pending' AND NOT in_flight AND deadline_at IS NOT NULL;

-- What a dead leader left behind.
CREATE INDEX ${submission_name}intents_in_flight ON ${submission}intents (intent_id) WHERE in_flight;

CREATE INDEX ${submission_name}intents_webhook ON ${submission}intents (webhook_next_at)
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL;

CREATE INDEX ${submission_name}intents_created ON ${submission}intents (created_at, intent_id);

CREATE TABLE ${submission}attempts (
    intent_id      varchar(200) COLLATE "C" NOT NULL,
    attempt_number integer NOT NULL,
    started_at     timestamptz NOT NULL,
    finished_at    timestamptz,
    outcome_status varchar(16) NOT NULL,
    outcome_reason varchar(200),
    error          varchar(1000),
    lease_epoch    bigint NOT NULL,
    holder_id      varchar(128) COLLATE "C" NOT NULL,
    PRIMARY KEY (intent_id, attempt_number)
);

CREATE TABLE ${submission}audit (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor     varchar(200) NOT NULL,
    action    varchar(32) NOT NULL,
    intent_id varchar(200) COLLATE "C" NOT NULL
);

CREATE INDEX ${submission_name}audit_intent ON ${submission}audit (intent_id, id);

-- Also for updates by plain SQL: whoever writes, the feed sees it. Statements that say it themselves need no call. Afterwards,
-- because a trigger before an update locks each row first, which costs a record in the log.
CREATE FUNCTION ${submission}intents_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.change_xid <> pg_current_xact_id() OR NEW.last_modified_at = OLD.last_modified_at THEN
        UPDATE ${submission}intents SET last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
         WHERE intent_id = NEW.intent_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER ${submission_name}intents_touched AFTER UPDATE ON ${submission}intents
   FOR EACH ROW WHEN (NEW.change_xid = OLD.change_xid) EXECUTE FUNCTION ${submission}intents_touch();

-- A row inserted by plain SQL gets its lane and its deadline from its contract.
CREATE FUNCTION ${submission}intents_complete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.gateway := COALESCE(NEW.contract::jsonb -> 'gateway' ->> 'name', '');
    NEW.deadline_at := COALESCE(NEW.deadline_at,
        NEW.created_at + (NEW.contract::jsonb ->> 'maxAcceptanceMillis')::bigint * interval '1 millisecond');
    RETURN NEW;
EXCEPTION WHEN data_exception THEN
    RETURN NEW;
END
$$;

CREATE TRIGGER ${submission_name}intents_completed BEFORE INSERT ON ${submission}intents
   FOR EACH ROW WHEN (NEW.gateway = '') EXECUTE FUNCTION ${submission}intents_complete();
