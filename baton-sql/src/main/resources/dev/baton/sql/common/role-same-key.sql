SELECT MIN(lease_name) AS other
  FROM ${baton}leases
 WHERE scope_key = :scope_key AND lease_name <> :role AND strategy = 'session'
