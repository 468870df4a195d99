SELECT DISTINCT queue FROM ${baton}jobs WHERE status = 'scheduled'
