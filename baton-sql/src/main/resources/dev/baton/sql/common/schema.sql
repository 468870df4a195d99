-- What is installed, whether the account may write each table, and the only clock that all processes share.

--- database-time
SELECT ${micros(${now})} AS now_us

--- schema-read
SELECT component, max(version) AS version, max(oldest_program) AS oldest_program
  FROM ${baton}schema
 WHERE component NOT IN ('history', 'turn')
 GROUP BY component

--- schema-record
INSERT INTO ${baton}schema (component, version, oldest_program, name)
VALUES (${text(:component, 32)}, :version, :oldest_program, ${text(:name, 100)})

--- schema-history
-- No component: in which history of the database the tables were made, in its name. Never changed.
INSERT INTO ${baton}schema (component, version, oldest_program, name)
SELECT 'history', 1, 1, ${typed_text(h.history, 100)}
  FROM (SELECT ${history} AS history) h
 WHERE NOT EXISTS (SELECT 1 FROM ${baton}schema s WHERE s.component = 'history')

--- probe-leases
UPDATE ${baton}leases SET beats = beats + 1 WHERE lease_name = ''

--- probe-leader_events
INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
SELECT lease_name, lease_epoch, holder_id, node_id, 'probe', '', renewed_at FROM ${baton}leases WHERE lease_name = ''

--- probe-nodes
DELETE FROM ${baton}nodes WHERE holder_id = ''

--- probe-candidates
DELETE FROM ${baton}candidates WHERE holder_id = ''
