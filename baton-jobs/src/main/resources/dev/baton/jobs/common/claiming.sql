--- mine
SELECT id, claim_number FROM ${baton}jobs WHERE locked_by = :worker AND status = 'running'
