DELETE FROM ${baton}candidates
 WHERE lease_name = CAST(:role AS varchar(64)) AND holder_id = CAST(:holder AS varchar(128))
