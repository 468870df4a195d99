INSERT INTO ${schema}submission_intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
VALUES (:intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
        now(), now(), now(), now() + CAST(:max_acceptance_ms AS bigint) * interval '1 millisecond')
ON CONFLICT (intent_id) DO NOTHING
RETURNING created_at
