UPDATE ${baton}fences SET entries = entries + 1 WHERE lease_name = :role
