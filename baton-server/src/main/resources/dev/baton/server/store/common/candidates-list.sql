SELECT lease_name, holder_id FROM ${baton}candidates ORDER BY lease_name, holder_id
