DELETE FROM ${schema}submission_attempts WHERE intent_id = :intent_id
