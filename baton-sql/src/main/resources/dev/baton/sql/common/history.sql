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

--- history-of-role
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE lease_name = ${text(:role, 64)} AND id < :before
   AND at >= ${instant(:from_us)} AND at < ${instant(:to_us)}
 ORDER BY id DESC

--- history-of-all
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE id < :before AND at >= ${instant(:from_us)} AND at < ${instant(:to_us)}
 ORDER BY id DESC

--- history-standing
-- The latest term of each role at some time, with all that is known of it: its end may have come later. A term that had
-- ended by another time is left out: the name of every lock is a role, and most of them are of long ago.
SELECT e.id, e.lease_name, e.lease_epoch, e.holder_id, e.node_id, e.event, e.reason, e.at
  FROM ${baton}leader_events e
  JOIN (SELECT lease_name AS begun_name, MAX(lease_epoch) AS begun_epoch
          FROM ${baton}leader_events
         WHERE event = 'acquired' AND at < ${instant(:at_us)}
         GROUP BY lease_name) b ON b.begun_name = e.lease_name AND b.begun_epoch = e.lease_epoch
 WHERE NOT EXISTS (SELECT 1
                     FROM ${baton}leader_events d
                    WHERE d.lease_name = e.lease_name AND d.lease_epoch = e.lease_epoch
                      AND d.event IN ('released', 'drained', 'transferred', 'lost') AND d.at < ${instant(:ended_us)})
 ORDER BY e.id DESC

--- history-begin
SELECT MIN(at) AS at FROM ${baton}leader_events

--- history-recent
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 ORDER BY id DESC
