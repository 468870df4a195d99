--- prune-attempts
DELETE FROM ${schema}submission_attempts WHERE intent_id = :intent_id

--- prune-audit
DELETE FROM ${schema}submission_audit WHERE intent_id = :intent_id

--- prune-intent
DELETE FROM ${schema}submission_intents WHERE intent_id = :intent_id AND status <> 'pending'
