--- database-time
SELECT ${now} AS database_time

--- nodes-list
SELECT holder_id, node_id, version, started_at, seen_at, ${now} AS database_time
  FROM ${baton}nodes
 ORDER BY node_id, started_at

--- candidates-list
SELECT lease_name, holder_id FROM ${baton}candidates ORDER BY lease_name, holder_id

--- events-last
SELECT MAX(id) FROM ${baton}leader_events

--- events-since
SELECT id, lease_name, lease_epoch, holder_id, node_id, event, reason, at
  FROM ${baton}leader_events
 WHERE id > :after
 ORDER BY id

-- Of each role the term that lasted at that time stays, however old it is, and the one before it: the timeline shows its
-- beginning and how it came to be, and a role whose row was deleted goes on from its epoch. So role by role: the newest term
-- that had begun by then, the newest before that, and what is older than both. Each is found at its place in an index.

--- events-next-role
SELECT ${top(1)} lease_name FROM ${baton}leader_events WHERE lease_name > ${text(:after, 64)} ORDER BY lease_name ${limit(1)}

--- events-term-before
SELECT ${top(1)} lease_epoch FROM ${baton}leader_events
 WHERE lease_name = ${text(:role, 64)} AND lease_epoch < :epoch AND event = 'acquired' AND at < ${earlier(${now}, :age_ms)}
 ORDER BY lease_name DESC, lease_epoch DESC ${limit(1)}

--- prune-events
DELETE ${top(:at_most)} FROM ${baton}leader_events
${output_deleted(id)}
 WHERE lease_name = ${text(:role, 64)} AND lease_epoch < :epoch AND at < ${earlier(${now}, :age_ms)} ${limit(:at_most)}

--- recent-statuses
SELECT status, COUNT(*) AS intents FROM (
    SELECT ${top(1000)} status FROM ${submission}intents ORDER BY created_at DESC, intent_id DESC ${limit(1000)}) AS newest
 GROUP BY status
 ORDER BY status

--- pending-count
SELECT COUNT(*) FROM (
    SELECT ${top(:at_most)} 1 AS one
      FROM ${submission}intents WHERE status = 'pending' AND ${not(in_flight)} ${limit(:at_most)}) AS waiting
