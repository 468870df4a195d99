-- What the first programs wrote about intents. These were released: they are never changed.

--- accept-row
INSERT IGNORE INTO ${submission}intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
VALUES (:intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
        UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL CAST(:max_acceptance_ms AS signed) * 1000 MICROSECOND)
