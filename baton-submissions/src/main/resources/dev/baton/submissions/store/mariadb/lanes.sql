SELECT DISTINCT gateway FROM ${schema}submission_intents WHERE status = 'pending' AND NOT in_flight
