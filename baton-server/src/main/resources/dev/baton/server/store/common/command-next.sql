SELECT id, action, role, argument
  FROM ${baton}commands
 WHERE holder_id = :holder AND done_at IS NULL
 ORDER BY asked_at
