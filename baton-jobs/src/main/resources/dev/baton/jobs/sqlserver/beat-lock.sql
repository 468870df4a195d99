UPDATE ${baton}jobs SET claim_number = claim_number
OUTPUT inserted.cancel_requested
 WHERE id = CAST(:id AS uniqueidentifier) AND claim_number = :claim AND locked_by = CAST(:worker AS varchar(128)) AND status = 'running'
