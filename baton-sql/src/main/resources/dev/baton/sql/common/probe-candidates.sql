DELETE FROM ${baton}candidates WHERE holder_id = ''
