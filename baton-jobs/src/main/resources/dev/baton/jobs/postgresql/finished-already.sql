SELECT r.job_id AS id
  FROM ${baton}job_runs r
  JOIN unnest(:ids::uuid[], :claims::bigint[], :outcomes::text[]) AS a (id, claim_number, outcome)
    ON r.job_id = a.id AND r.claim_number = a.claim_number AND r.outcome = a.outcome
 WHERE r.locked_by = :worker
