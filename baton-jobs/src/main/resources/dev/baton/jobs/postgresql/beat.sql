WITH asked AS (
    SELECT * FROM unnest(:ids::uuid[], :claims::bigint[], :progress::text[]) AS a (id, claim_number, progress)
), free AS (
    SELECT j.id, a.progress
      FROM ${baton}jobs j JOIN asked a ON j.id = a.id AND j.claim_number = a.claim_number
     WHERE j.locked_by = :worker
       FOR UPDATE OF j SKIP LOCKED
)
UPDATE ${baton}jobs j
   SET locked_at = clock_timestamp(), progress = f.progress
  FROM free f
 WHERE j.id = f.id
RETURNING j.id, j.cancel_requested
