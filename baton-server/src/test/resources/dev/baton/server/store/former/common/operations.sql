-- What the first programs wrote about operators. These were released: they are never changed.

--- command-insert
INSERT INTO ${baton}commands (id, holder_id, action, role, argument)
VALUES (:id, :holder, :action, :role, :argument)

--- audit-insert
INSERT INTO ${baton}audit (actor, node_id, action, subject, outcome)
VALUES (:actor, :node, :action, :subject, :outcome)
