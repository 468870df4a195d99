SELECT id FROM ${baton}jobs WHERE id = CAST(:id AS uniqueidentifier)
