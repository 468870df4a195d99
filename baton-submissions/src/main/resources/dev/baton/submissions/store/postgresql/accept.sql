-- The arrays are sub-selects so that their length is no reason to plan anew each time.
INSERT INTO ${schema}submission_intents
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
