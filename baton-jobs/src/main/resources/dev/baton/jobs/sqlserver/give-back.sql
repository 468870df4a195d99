UPDATE ${baton}jobs SET status = 'scheduled', locked_by = NULL, locked_at = NULL, attempt = attempt - 1
OUTPUT inserted.id
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'
