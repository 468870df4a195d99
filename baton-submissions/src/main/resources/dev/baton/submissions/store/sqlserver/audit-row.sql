INSERT INTO ${schema}submission_audit (at, actor, action, intent_id) VALUES (SYSUTCDATETIME(), :actor, :action, :intent_id)
