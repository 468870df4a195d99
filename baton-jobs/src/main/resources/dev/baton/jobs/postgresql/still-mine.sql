SELECT j.id
  FROM ${baton}jobs j JOIN unnest(:ids::uuid[], :claims::bigint[]) AS a (id, claim_number)
    ON j.id = a.id AND j.claim_number = a.claim_number
 WHERE j.locked_by = :worker
