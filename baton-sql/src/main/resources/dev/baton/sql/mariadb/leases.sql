--- lease-expiry
SELECT expires_at FROM ${baton}leases WHERE lease_name = :role
