SELECT lease_name FROM ${baton}leases WHERE scope_key = :scope_key AND lease_name <> :role AND strategy = 'session'
