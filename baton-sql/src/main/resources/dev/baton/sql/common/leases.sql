--- role-collision
SELECT lease_name FROM ${baton}leases WHERE scope_key = :scope_key AND lease_name <> :role AND strategy = 'session'

--- leaders-list
SELECT lease_name, node_id, holder_id, lease_epoch, strategy, takeover, acquired_at, renewed_at, expires_at, released
  FROM ${baton}leases
 ORDER BY lease_name
