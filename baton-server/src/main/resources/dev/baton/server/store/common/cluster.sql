--- candidates-list
SELECT lease_name, holder_id FROM ${baton}candidates ORDER BY lease_name, holder_id

--- events-last
SELECT MAX(id) FROM ${baton}leader_events

--- events-since
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE id > :after
 ORDER BY id

--- recent-statuses
SELECT status, COUNT(*) AS intents FROM (
    SELECT status FROM ${schema}submission_intents ORDER BY created_at DESC, intent_id DESC LIMIT 1000) AS newest
 GROUP BY status
 ORDER BY status

--- pending-count
SELECT COUNT(*) FROM (
    SELECT 1 AS one FROM ${schema}submission_intents WHERE status = 'pending' AND NOT in_flight LIMIT :at_most) AS waiting
