SELECT cancel_requested FROM ${baton}jobs WITH (UPDLOCK, ROWLOCK, READPAST)
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
