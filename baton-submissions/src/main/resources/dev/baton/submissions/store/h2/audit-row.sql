INSERT INTO ${schema}submission_audit (at, actor, action, intent_id) VALUES (CURRENT_TIMESTAMP(6), :actor, :action, :intent_id)
