UPDATE ${baton}leases SET lease_epoch = GREATEST(lease_epoch + 1, :least), expires_at = clock_timestamp(), released = false
