UPDATE ${baton}jobs SET paused = true WHERE id = :id
