DELETE FROM ${baton}jobs WHERE id = CAST(:id AS uniqueidentifier) AND status = 'dead'
