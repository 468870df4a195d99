SELECT id FROM ${baton}jobs WHERE id = :id
