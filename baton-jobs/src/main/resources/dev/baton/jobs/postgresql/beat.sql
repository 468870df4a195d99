WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker FROM unnest(:ids::uuid[], :claims::bigint[], :progress::text[]) AS a (id, claim_number, progress)
), free AS (
    SELECT j.id, a.progress
      FROM ${baton}jobs j JOIN asked a ON j.id = ANY (ARRAY[a.id]) AND j.claim_number = ANY (ARRAY[a.claim_number])
     WHERE j.locked_by = ANY (ARRAY[a.worker])
       FOR UPDATE OF j SKIP LOCKED
)
UPDATE ${baton}jobs j
   SET locked_at = clock_timestamp(), progress = f.progress
  FROM free f
 WHERE j.id = f.id
RETURNING j.id, j.cancel_requested
