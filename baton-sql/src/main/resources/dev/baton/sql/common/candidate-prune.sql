DELETE FROM ${baton}candidates WHERE holder_id NOT IN (SELECT holder_id FROM ${baton}nodes)
