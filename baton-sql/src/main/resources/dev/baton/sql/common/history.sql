--- event-insert
INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
VALUES (${text(:role, 64)}, :epoch, ${text(:holder, 128)}, ${text(:node, 96)},
        ${text(:event, 32)}, ${unicode(:reason, 500)}, ${now})

--- event-unended
SELECT b.lease_epoch, b.holder_id, b.node_id
  FROM ${baton}leader_events b
 WHERE b.lease_name = ${text(:role, 64)} AND b.event = 'acquired'
   AND b.lease_epoch = (SELECT MAX(m.lease_epoch)
                          FROM ${baton}leader_events m
                         WHERE m.lease_name = ${text(:role, 64)} AND m.event = 'acquired')
   AND NOT EXISTS (SELECT 1
                     FROM ${baton}leader_events e
                    WHERE e.lease_name = b.lease_name AND e.lease_epoch = b.lease_epoch
                      AND e.event IN ('released', 'drained', 'transferred', 'lost'))

--- history-list
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE lease_name = ${text(:role, 64)}
 ORDER BY id DESC

--- history-recent
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 ORDER BY id DESC
