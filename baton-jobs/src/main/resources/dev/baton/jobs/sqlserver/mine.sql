SELECT id, claim_number FROM ${baton}jobs WHERE locked_by = CAST(:worker AS varchar(128)) AND status = 'running'
