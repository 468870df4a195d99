UPDATE ${baton}fences SET holder_id = :holder, lease_epoch = :epoch WHERE lease_name = :role
