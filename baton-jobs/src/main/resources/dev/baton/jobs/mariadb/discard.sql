DELETE FROM ${baton}jobs WHERE id = :id AND status = 'dead'
