--- accept-row
SET NOCOUNT OFF;
INSERT INTO ${schema}submission_intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
SELECT :intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
       n.at, n.at, n.at, DATEADD(MILLISECOND, CAST(CAST(:max_acceptance_ms AS bigint) % 1000 AS int), DATEADD(SECOND, CAST(CAST(:max_acceptance_ms AS bigint) / 1000 AS int), n.at))
  FROM (SELECT SYSUTCDATETIME() AS at) n
 WHERE NOT EXISTS (SELECT 1 FROM ${schema}submission_intents WHERE intent_id = :intent_id)

--- plain-rows
SELECT intent_id, contract
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND in_flight = 0 AND gateway = ''
 ORDER BY next_attempt_at, intent_id
OFFSET 0 ROWS FETCH NEXT :row_limit ROWS ONLY

--- complete-row
UPDATE ${schema}submission_intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, DATEADD(MILLISECOND, CAST(CAST(:max_acceptance_ms AS bigint) % 1000 AS int), DATEADD(SECOND, CAST(CAST(:max_acceptance_ms AS bigint) / 1000 AS int), created_at))),
       last_modified_at = SYSUTCDATETIME(), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

--- cancel-row
SET NOCOUNT OFF;
UPDATE ${schema}submission_intents
   SET status = 'cancelled', completed_at = SYSUTCDATETIME(), next_attempt_at = NULL, last_modified_at = SYSUTCDATETIME(),
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN SYSUTCDATETIME() END
 WHERE intent_id = :intent_id AND status = 'pending'

--- audit-row
INSERT INTO ${schema}submission_audit (at, actor, action, intent_id) VALUES (SYSUTCDATETIME(), :actor, :action, :intent_id)
