DELETE FROM ${schema}submission_audit WHERE intent_id = :intent_id
