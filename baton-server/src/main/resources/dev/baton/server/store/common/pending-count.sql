SELECT COUNT(*) FROM (
    SELECT 1 AS one FROM ${schema}submission_intents WHERE status = 'pending' AND NOT in_flight LIMIT :at_most) AS waiting
