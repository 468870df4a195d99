-- What is installed, and whether the account may write each table.

--- schema-read
SELECT component, max(version) AS version, max(oldest_program) AS oldest_program
  FROM ${baton}schema
 GROUP BY component

--- schema-record
INSERT INTO ${baton}schema (component, version, oldest_program, name)
VALUES (${text(:component, 32)}, :version, :oldest_program, ${text(:name, 100)})

--- probe-leases
UPDATE ${baton}leases SET beats = beats + 1 WHERE lease_name = ''

--- probe-leader_events
INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
SELECT lease_name, lease_epoch, holder_id, node_id, 'probe', '', renewed_at FROM ${baton}leases WHERE lease_name = ''

--- probe-nodes
DELETE FROM ${baton}nodes WHERE holder_id = ''

--- probe-candidates
DELETE FROM ${baton}candidates WHERE holder_id = ''
