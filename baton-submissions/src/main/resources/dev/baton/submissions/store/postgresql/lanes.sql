WITH RECURSIVE lanes AS (
    (SELECT gateway FROM ${schema}submission_intents WHERE status = 'pending' AND NOT in_flight ORDER BY gateway LIMIT 1)
    UNION ALL
    SELECT (SELECT i.gateway FROM ${schema}submission_intents i
             WHERE i.status = 'pending' AND NOT i.in_flight AND i.gateway > l.gateway ORDER BY i.gateway LIMIT 1)
      FROM lanes l
     WHERE l.gateway IS NOT NULL)
SELECT gateway FROM lanes WHERE gateway IS NOT NULL
