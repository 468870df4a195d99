-- Part of Baton's schema, to be run once. Never changed after a release.

CREATE DOMAIN submission_status AS varchar(16)
 CHECK (VALUE IN ('pending', 'accepted', 'rejected', 'exhausted', 'cancelled'));

CREATE TABLE submission_intents (
    intent_id          varchar(200) COLLATE "C" PRIMARY KEY,
    submission_target  varchar(200) COLLATE "C" NOT NULL,
    payload            bytea NOT NULL,
    payload_hash       bytea NOT NULL,
    contract           text NOT NULL,
    gateway            varchar(100) COLLATE "C" NOT NULL DEFAULT '',
    status             submission_status NOT NULL DEFAULT 'pending',
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

CREATE INDEX submission_intents_due ON submission_intents (gateway, next_attempt_at, intent_id)
 WHERE status = 'pending' AND NOT in_flight;

CREATE INDEX submission_intents_change ON submission_intents (change_xid)
 WHERE status = 'pending' AND NOT in_flight;

CREATE INDEX submission_intents_deadline ON submission_intents (deadline_at)
 WHERE status = 'pending' AND NOT in_flight AND deadline_at IS NOT NULL;

CREATE INDEX submission_intents_in_flight ON submission_intents (intent_id) WHERE in_flight;

CREATE INDEX submission_intents_webhook ON submission_intents (webhook_next_at)
 WHERE webhook_status = 'pending' AND webhook_next_at IS NOT NULL;

CREATE INDEX submission_intents_created ON submission_intents (created_at, intent_id);

CREATE TABLE submission_attempts (
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

CREATE TABLE submission_audit (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor     varchar(200) NOT NULL,
    action    varchar(32) NOT NULL,
    intent_id varchar(200) COLLATE "C" NOT NULL
);

CREATE INDEX submission_audit_intent ON submission_audit (intent_id, id);

CREATE FUNCTION submission_intents_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.change_xid <> pg_current_xact_id() OR NEW.last_modified_at = OLD.last_modified_at THEN
        UPDATE submission_intents SET last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
         WHERE intent_id = NEW.intent_id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER submission_intents_touched AFTER UPDATE ON submission_intents
   FOR EACH ROW WHEN (NEW.change_xid = OLD.change_xid) EXECUTE FUNCTION submission_intents_touch();

CREATE FUNCTION submission_intents_complete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.gateway := COALESCE(NEW.contract::jsonb -> 'gateway' ->> 'name', '');
    NEW.deadline_at := COALESCE(NEW.deadline_at,
        NEW.created_at + (NEW.contract::jsonb ->> 'maxAcceptanceMillis')::bigint * interval '1 millisecond');
    RETURN NEW;
EXCEPTION WHEN data_exception THEN
    RETURN NEW;
END
$$;

CREATE TRIGGER submission_intents_completed BEFORE INSERT ON submission_intents
   FOR EACH ROW WHEN (NEW.gateway = '') EXECUTE FUNCTION submission_intents_complete();

INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ('submissions', 1, 1, 'submissions-1-intents');
