--- accept
-- The arrays are sub-selects so that their length is no reason to plan anew each time.
INSERT INTO ${submission}intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
SELECT s.intent_id, s.submission_target, s.payload, s.payload_hash, s.contract, s.gateway, s.traceparent,
       s.webhook_status, n.at, n.at, n.at, n.at + s.max_acceptance_ms * interval '1 millisecond'
  FROM unnest((SELECT :intent_id::text[]), (SELECT :submission_target::text[]), (SELECT :payload::bytea[]),
              (SELECT :payload_hash::bytea[]), (SELECT :contract::text[]), (SELECT :gateway::text[]),
              (SELECT :traceparent::text[]), (SELECT :webhook_status::text[]), (SELECT :max_acceptance_ms::bigint[]))
       AS s(intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
            max_acceptance_ms),
       (SELECT clock_timestamp() AS at OFFSET 0) n
ON CONFLICT (intent_id) DO NOTHING
RETURNING intent_id, created_at

--- accept-one
-- By the clock of the statement: a caller's transaction may have begun long before.
INSERT INTO ${submission}intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
VALUES (:intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
        statement_timestamp(), statement_timestamp(), statement_timestamp(),
        statement_timestamp() + CAST(:max_acceptance_ms AS bigint) * interval '1 millisecond')
ON CONFLICT (intent_id) DO NOTHING
RETURNING created_at

--- cancel
WITH cancelled AS (
    UPDATE ${submission}intents
       SET status = 'cancelled', completed_at = clock_timestamp(), next_attempt_at = NULL,
           webhook_next_at = CASE WHEN webhook_status = 'pending' THEN clock_timestamp() END,
           last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
     WHERE intent_id = :intent_id AND status = 'pending'
    RETURNING intent_id),
audited AS (
    INSERT INTO ${submission}audit (actor, action, intent_id) SELECT :actor, 'cancel', intent_id FROM cancelled)
SELECT intent_id FROM cancelled
