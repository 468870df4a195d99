SELECT COUNT(*) FROM (
    SELECT TOP (:at_most) 1 AS one FROM ${schema}submission_intents WHERE status = 'pending' AND in_flight = 0) AS waiting
