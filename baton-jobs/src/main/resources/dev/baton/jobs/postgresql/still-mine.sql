WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker FROM unnest(:ids::uuid[], :claims::bigint[]) AS a (id, claim_number)
)
SELECT j.id
  FROM ${baton}jobs j JOIN asked a
    ON j.id = ANY (ARRAY[a.id]) AND j.claim_number = ANY (ARRAY[a.claim_number])
 WHERE j.locked_by = ANY (ARRAY[a.worker])
