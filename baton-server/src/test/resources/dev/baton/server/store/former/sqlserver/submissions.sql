-- What the first programs wrote about intents. These were released: they are never changed.

--- accept-row
SET NOCOUNT OFF;
INSERT INTO ${submission}intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
SELECT :intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
       n.at, n.at, n.at, DATEADD(MILLISECOND, CAST(CAST(:max_acceptance_ms AS bigint) % 1000 AS int), DATEADD(SECOND, CAST(CAST(:max_acceptance_ms AS bigint) / 1000 AS int), n.at))
  FROM (SELECT SYSUTCDATETIME() AS at) n
 WHERE NOT EXISTS (SELECT 1 FROM ${submission}intents WHERE intent_id = :intent_id)
