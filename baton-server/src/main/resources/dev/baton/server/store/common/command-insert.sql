INSERT INTO ${baton}commands (id, holder_id, action, role, argument)
VALUES (:id, :holder, :action, :role, :argument)
