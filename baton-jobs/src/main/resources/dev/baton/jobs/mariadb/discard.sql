DELETE FROM ${baton}jobs WHERE id = CAST(:id AS uuid) AND status = 'dead'
