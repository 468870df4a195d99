DELETE FROM ${baton}jobs WHERE id = :id AND claim_number = :claim AND locked_by = :worker AND status = 'running'
