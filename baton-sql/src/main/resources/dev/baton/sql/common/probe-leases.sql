UPDATE ${baton}leases SET beats = beats + 1 WHERE lease_name = ''
