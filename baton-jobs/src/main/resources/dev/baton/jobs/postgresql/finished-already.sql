WITH asked AS MATERIALIZED (
    SELECT a.*, CAST(:worker AS text) AS worker
      FROM unnest(:ids::uuid[], :claims::bigint[], :outcomes::text[]) AS a (id, claim_number, outcome)
)
SELECT r.job_id AS id
  FROM ${baton}job_runs r JOIN asked a
    ON r.job_id = ANY (ARRAY[a.id]) AND r.claim_number = ANY (ARRAY[a.claim_number])
 WHERE r.locked_by = ANY (ARRAY[a.worker]) AND r.outcome = ANY (ARRAY[a.outcome])
