UPDATE ${baton}jobs SET status = 'scheduled', locked_by = NULL, locked_at = NULL, attempt = attempt - 1
 WHERE id = :id AND claim_number = :claim AND locked_by = :worker AND status = 'running'
