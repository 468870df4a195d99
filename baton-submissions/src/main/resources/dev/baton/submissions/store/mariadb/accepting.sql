--- accept-row
INSERT IGNORE INTO ${schema}submission_intents
       (intent_id, submission_target, payload, payload_hash, contract, gateway, traceparent, webhook_status,
        created_at, next_attempt_at, last_modified_at, deadline_at)
VALUES (:intent_id, :submission_target, :payload, :payload_hash, :contract, :gateway, :traceparent, :webhook_status,
        UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL CAST(:max_acceptance_ms AS signed) * 1000 MICROSECOND)

--- plain-rows
SELECT intent_id, contract
  FROM ${schema}submission_intents
 WHERE status = 'pending' AND NOT in_flight AND gateway = ''
 ORDER BY next_attempt_at, intent_id
 LIMIT :row_limit

--- complete-row
UPDATE ${schema}submission_intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, created_at + INTERVAL CAST(:max_acceptance_ms AS signed) * 1000 MICROSECOND),
       last_modified_at = UTC_TIMESTAMP(6), lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

--- cancel-row
UPDATE ${schema}submission_intents
   SET status = 'cancelled', completed_at = UTC_TIMESTAMP(6), next_attempt_at = NULL, last_modified_at = UTC_TIMESTAMP(6),
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN UTC_TIMESTAMP(6) END
 WHERE intent_id = :intent_id AND status = 'pending'

--- audit-row
INSERT INTO ${schema}submission_audit (at, actor, action, intent_id) VALUES (UTC_TIMESTAMP(6), :actor, :action, :intent_id)
