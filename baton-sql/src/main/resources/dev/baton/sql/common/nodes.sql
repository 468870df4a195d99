--- node-remove
DELETE FROM ${baton}nodes WHERE holder_id = ${text(:holder, 128)}

--- node-namesakes
SELECT n.holder_id
  FROM ${baton}nodes n JOIN ${baton}nodes self ON self.holder_id = ${text(:holder, 128)}
 WHERE n.node_id = ${text(:node, 96)} AND n.holder_id <> self.holder_id AND n.seen_at > self.started_at

--- node-prune
DELETE FROM ${baton}nodes WHERE seen_at < ${earlier(${now}, :gone_ms)}

--- node-candidates-remove
DELETE FROM ${baton}candidates WHERE holder_id = ${text(:holder, 128)}

--- node-candidates
SELECT lease_name, preferred FROM ${baton}candidates WHERE holder_id = ${text(:holder, 128)}

--- candidate-find
SELECT COUNT(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = ${text(:role, 64)} AND n.node_id = ${text(:node, 96)}
   AND n.seen_at > ${earlier(${now}, :alive_ms)}

--- candidate-remove
DELETE FROM ${baton}candidates
 WHERE lease_name = ${text(:role, 64)} AND holder_id = ${text(:holder, 128)}

--- candidate-prune
DELETE FROM ${baton}candidates WHERE holder_id NOT IN (SELECT holder_id FROM ${baton}nodes)
