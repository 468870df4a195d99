SELECT lease_epoch FROM ${baton}fences WHERE lease_name = :role FOR UPDATE NOWAIT
