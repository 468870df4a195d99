SELECT lease_name, node_id, holder_id, lease_epoch, strategy, takeover, acquired_at, renewed_at, expires_at, released
  FROM ${baton}leases
 ORDER BY lease_name
