SELECT queue FROM ${baton}jobs WHERE status = 'scheduled' AND queue > :after ORDER BY queue LIMIT 1
