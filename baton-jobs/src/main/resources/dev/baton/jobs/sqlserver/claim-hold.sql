SELECT id FROM ${baton}jobs WITH (UPDLOCK, ROWLOCK)
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
   AND :bound_ms = :bound_ms
