--- accept-row
MERGE INTO ${submission}intents AS i
USING (VALUES (CAST(:intent_id AS varchar))) AS s(intent_id) ON i.intent_id = s.intent_id
 WHEN NOT MATCHED THEN INSERT
      (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
       created_at, next_attempt_at, last_modified_at, deadline_at)
      VALUES (s.intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
              CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), DATEADD('MILLISECOND', CAST(:max_acceptance_ms AS bigint), CURRENT_TIMESTAMP(6)))
