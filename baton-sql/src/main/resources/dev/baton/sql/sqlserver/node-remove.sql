DELETE FROM ${baton}nodes WHERE holder_id = CAST(:holder AS varchar(128))
