--- accept-row
MERGE INTO ${schema}submission_intents AS i
USING (VALUES (CAST(:intent_id AS varchar))) AS s(intent_id) ON i.intent_id = s.intent_id
 WHEN NOT MATCHED THEN INSERT
      (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
       created_at, next_attempt_at, last_modified_at, deadline_at)
      VALUES (s.intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
              CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6), DATEADD('MILLISECOND', CAST(:max_acceptance_ms AS bigint), CURRENT_TIMESTAMP(6)))

--- plain-rows
SELECT intent_id, contract
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = ''
 ORDER BY next_attempt_at, intent_id
 FETCH FIRST :row_limit ROWS ONLY

--- complete-row
UPDATE ${schema}submission_intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, DATEADD('MILLISECOND', CAST(:max_acceptance_ms AS bigint), created_at)),
       last_modified_at = CURRENT_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

--- cancel-row
UPDATE ${schema}submission_intents
   SET status = 'cancelled', completed_at = CURRENT_TIMESTAMP(6), next_attempt_at = NULL, last_modified_at = CURRENT_TIMESTAMP(6),
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN CURRENT_TIMESTAMP(6) END
 WHERE intent_id = :intent_id AND status = 'pending'

--- audit-row
INSERT INTO ${schema}submission_audit (at, actor, action, intent_id) VALUES (CURRENT_TIMESTAMP(6), :actor, :action, :intent_id)
