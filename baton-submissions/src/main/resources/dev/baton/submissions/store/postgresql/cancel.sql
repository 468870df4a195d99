WITH cancelled AS (
    UPDATE ${schema}submission_intents
       SET status = 'cancelled', completed_at = clock_timestamp(), next_attempt_at = NULL,
           webhook_next_at = CASE WHEN webhook_status = 'pending' THEN clock_timestamp() END,
           last_modified_at = clock_timestamp(), change_xid = pg_current_xact_id()
     WHERE intent_id = :intent_id AND status = 'pending'
    RETURNING intent_id),
audited AS (
    INSERT INTO ${schema}submission_audit (actor, action, intent_id) SELECT :actor, 'cancel', intent_id FROM cancelled)
SELECT intent_id FROM cancelled
