INSERT INTO ${baton}audit (actor, node_id, action, subject, outcome)
VALUES (:actor, :node, :action, :subject, :outcome)
