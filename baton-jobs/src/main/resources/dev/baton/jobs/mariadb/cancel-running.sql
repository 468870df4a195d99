UPDATE ${baton}jobs SET cancel_requested = true WHERE id = :id AND status = 'running'
