DELETE FROM ${baton}candidates WHERE lease_name = :role AND holder_id = :holder
