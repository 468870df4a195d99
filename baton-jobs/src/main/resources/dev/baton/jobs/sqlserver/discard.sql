DELETE FROM ${baton}jobs
OUTPUT deleted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND status = 'dead'
