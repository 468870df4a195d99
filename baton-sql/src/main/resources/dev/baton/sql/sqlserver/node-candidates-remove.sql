DELETE FROM ${baton}candidates WHERE holder_id = CAST(:holder AS varchar(128))
