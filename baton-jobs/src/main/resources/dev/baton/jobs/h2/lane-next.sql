SELECT queue FROM ${baton}jobs WHERE status = 'scheduled' AND queue > :after ORDER BY status, queue FETCH FIRST ROW ONLY
