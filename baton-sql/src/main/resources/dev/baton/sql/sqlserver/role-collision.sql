SELECT lease_name
  FROM ${baton}leases
 WHERE scope_key = :scope_key AND lease_name <> CAST(:role AS varchar(64)) AND strategy = 'session'
