-- Row by row, for databases that take no arrays; how a row gets in at all is in their own folders.

--- plain-rows
SELECT intent_id, contract
  FROM ${submission}intents ${past_writers}
 WHERE status = 'pending' AND ${not(in_flight)} AND gateway = ''
 ORDER BY next_attempt_at, intent_id
 ${fetch(:row_limit)}

--- complete-row
UPDATE ${submission}intents
   SET gateway = :gateway, deadline_at = COALESCE(deadline_at, ${later(created_at, ${number(:max_acceptance_ms)})}),
       last_modified_at = ${now}, lease_epoch = :epoch, holder_id = :holder
 WHERE intent_id = :intent_id AND status = 'pending' AND gateway = ''

--- cancel-row
${counted}
UPDATE ${submission}intents
   SET status = 'cancelled', completed_at = ${now}, next_attempt_at = NULL, last_modified_at = ${now},
       webhook_next_at = CASE WHEN webhook_status = 'pending' THEN ${now} END
 WHERE intent_id = :intent_id AND status = 'pending'

--- audit-row
INSERT INTO ${submission}audit (at, actor, action, intent_id) VALUES (${now}, :actor, :action, :intent_id)
