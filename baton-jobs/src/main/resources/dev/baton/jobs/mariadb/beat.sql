UPDATE ${baton}jobs SET locked_at = UTC_TIMESTAMP(6), progress = :progress WHERE id = :id AND claim_number = :claim AND locked_by = :worker AND status = 'running'
