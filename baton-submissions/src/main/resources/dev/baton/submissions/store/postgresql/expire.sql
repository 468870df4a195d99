UPDATE ${schema}submission_intents i
   SET status = 'exhausted', exhausted_reason = 'deadline_exceeded', completed_at = n.at, next_attempt_at = NULL,
       webhook_next_at = CASE WHEN i.webhook_status = 'pending' THEN n.at END,
       lease_epoch = :epoch, holder_id = :holder, last_modified_at = n.at, change_xid = pg_current_xact_id()
  FROM (SELECT clock_timestamp() AS at OFFSET 0) n
 WHERE i.intent_id = ANY(:intent_id::text[]) AND i.status = 'pending' AND NOT i.in_flight AND i.deadline_at <= n.at
RETURNING i.intent_id, i.submission_target, CAST(EXTRACT(EPOCH FROM n.at - i.created_at) * 1000 AS bigint) AS age_ms
