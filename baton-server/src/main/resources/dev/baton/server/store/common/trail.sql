-- The audit trail: lines that are only added, in a chain for each node. A line's hash covers the line and the hash before it.

--- chain-begin
INSERT INTO ${baton}audit_chains (node_id, line_number, hash, pruned_line, pruned_hash)
SELECT ${typed_text(:node, 96)}, 0, '', 0, '' FROM (SELECT 1 AS one) AS seed
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}audit_chains WHERE node_id = ${text(:node, 96)})

--- chain-extend
-- The lock of this row lasts until the transaction ends: lines of a node come one after the other.
${counted}
UPDATE ${baton}audit_chains SET line_number = line_number + 1 WHERE node_id = ${text(:node, 96)}

--- chain-end
SELECT line_number, hash, ${micros(${now})} AS at_micros FROM ${baton}audit_chains WHERE node_id = ${text(:node, 96)}

--- chain-close
UPDATE ${baton}audit_chains SET hash = :hash WHERE node_id = ${text(:node, 96)}

--- chain-list
SELECT node_id, line_number, hash, pruned_line, pruned_hash FROM ${baton}audit_chains ORDER BY node_id

--- chain-strays
SELECT DISTINCT t.node_id FROM ${baton}audit_trail t
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}audit_chains c WHERE c.node_id = t.node_id)

--- trail-insert
INSERT INTO ${baton}audit_trail (node_id, line_number, at, actor, client, request_id, action, subject, outcome, hash)
VALUES (:node, :line, ${instant(:at_micros)}, :actor, :client, :request, :action, :subject, :outcome, :hash)

--- trail-latest
SELECT node_id, line_number, ${micros(at)} AS at_micros, actor, client, request_id, action, subject, outcome, hash
  FROM ${baton}audit_trail
 ORDER BY at DESC, line_number DESC ${fetch(:at_most)}

--- trail-page
SELECT node_id, line_number, ${micros(at)} AS at_micros, actor, client, request_id, action, subject, outcome, hash
  FROM ${baton}audit_trail
 WHERE node_id = ${text(:node, 96)} AND line_number > :after
 ORDER BY line_number ${fetch(:at_most)}

--- prune-oldest
SELECT line_number, hash, CASE WHEN at < ${earlier(${now}, :age_ms)} THEN 1 ELSE 0 END AS is_old
  FROM ${baton}audit_trail
 WHERE node_id = ${text(:node, 96)} AND line_number <= :last
 ORDER BY line_number ${fetch(:at_most)}

--- prune-lines
DELETE FROM ${baton}audit_trail
${output_deleted(line_number)}
 WHERE node_id = ${text(:node, 96)} AND line_number <= :line

--- prune-mark
-- So that verifying begins where pruning ended. Never back: of two who prune, the one who looked first may come last.
${counted}
UPDATE ${baton}audit_chains SET pruned_line = :line, pruned_hash = :hash
 WHERE node_id = ${text(:node, 96)} AND pruned_line < :line
