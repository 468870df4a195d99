SELECT at, actor, action FROM ${schema}submission_audit WHERE intent_id = :intent_id ORDER BY id
