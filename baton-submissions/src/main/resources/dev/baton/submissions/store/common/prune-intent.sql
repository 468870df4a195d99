DELETE FROM ${schema}submission_intents WHERE intent_id = :intent_id AND status <> 'pending'
