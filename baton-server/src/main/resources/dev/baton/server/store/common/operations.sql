-- What operators ask of a node.

--- command-insert
INSERT INTO ${baton}commands (id, holder_id, action, role, argument)
VALUES (:id, :holder, :action, :role, :argument)

--- command-next
SELECT id, action, role, argument, ${millis(asked_at, ${now})} AS age_ms
  FROM ${baton}commands
 WHERE holder_id = :holder AND done_at IS NULL
 ORDER BY asked_at

--- command-done
UPDATE ${baton}commands SET done_at = ${now}, error = :error WHERE id = :id

--- command-result
SELECT error FROM ${baton}commands WHERE id = :id AND done_at IS NOT NULL

--- audit-list
-- What programs of before the audit trail have written, and may still write beside this one.
SELECT id, at, actor, node_id, action, subject, outcome
  FROM ${baton}audit
 ORDER BY id DESC
