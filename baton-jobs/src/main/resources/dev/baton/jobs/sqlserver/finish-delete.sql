DELETE FROM ${baton}jobs WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = :worker AND status = 'running'
