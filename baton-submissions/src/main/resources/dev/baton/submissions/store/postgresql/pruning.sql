--- prune
WITH old AS MATERIALIZED (
    SELECT intent_id FROM ${schema}submission_intents
     WHERE created_at < clock_timestamp() - :age_ms * interval '1 millisecond'
       AND completed_at < clock_timestamp() - :age_ms * interval '1 millisecond'
       AND status <> 'pending' AND NOT in_flight AND (webhook_status IS NULL OR webhook_status <> 'pending')
     ORDER BY created_at
     LIMIT :row_limit),
attempts AS (DELETE FROM ${schema}submission_attempts a USING old WHERE a.intent_id = old.intent_id),
audit AS (DELETE FROM ${schema}submission_audit a USING old WHERE a.intent_id = old.intent_id)
DELETE FROM ${schema}submission_intents i USING old WHERE i.intent_id = old.intent_id
