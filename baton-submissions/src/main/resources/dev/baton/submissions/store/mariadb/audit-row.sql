INSERT INTO ${schema}submission_audit (at, actor, action, intent_id) VALUES (UTC_TIMESTAMP(6), :actor, :action, :intent_id)
