SELECT id, at, actor, node_id, action, subject, outcome
  FROM ${baton}audit
 ORDER BY id DESC
