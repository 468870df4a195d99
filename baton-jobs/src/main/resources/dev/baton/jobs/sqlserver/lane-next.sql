SELECT TOP (1) queue FROM ${baton}jobs WHERE status = 'scheduled' AND queue > CAST(:after AS varchar(64)) ORDER BY queue
