SELECT DISTINCT gateway FROM ${schema}submission_intents WHERE status = 'pending' AND in_flight = 0
