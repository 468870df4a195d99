-- What the first programs wrote about intents. These were released: they are never changed.

--- accept-row
MERGE INTO ${submission}intents AS i
USING (VALUES (CAST(:intent_id AS varchar))) AS s(intent_id) ON i.intent_id = s.intent_id
 WHEN NOT MATCHED THEN INSERT
      (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
       created_at, next_attempt_at, last_modified_at, deadline_at)
      VALUES (s.intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
              CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), DATEADD('MILLISECOND', CAST(:max_acceptance_ms AS bigint), CURRENT_TIMESTAMP(6)))

--- attempt-row
INSERT INTO ${submission}attempts
       (intent_id, attempt_number, started_at, finished_at, outcome_status, outcome_reason, error, lease_epoch, holder_id)
SELECT intent_id, :number, attempt_started_at, CURRENT_TIMESTAMP(6), CAST(:outcome AS varchar), CAST(:reason AS varchar), CAST(:error AS varchar), lease_epoch, holder_id
  FROM ${submission}intents
 WHERE intent_id = :intent_id
