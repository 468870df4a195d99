--- node-remove
DELETE FROM ${baton}nodes WHERE holder_id = :holder

--- node-candidates-remove
DELETE FROM ${baton}candidates WHERE holder_id = :holder

--- candidate-remove
DELETE FROM ${baton}candidates WHERE lease_name = :role AND holder_id = :holder

--- candidate-prune
DELETE FROM ${baton}candidates WHERE holder_id NOT IN (SELECT holder_id FROM ${baton}nodes)
