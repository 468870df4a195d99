DELETE FROM ${baton}jobs
OUTPUT deleted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'
