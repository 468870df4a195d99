DELETE FROM ${baton}nodes WHERE holder_id = ''
