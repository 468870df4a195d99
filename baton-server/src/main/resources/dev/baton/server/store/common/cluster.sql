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

--- prune-events
-- Of each role the term that lasted at that time stays, however old it is, and the one before it: the timeline shows its
-- beginning and how it came to be, and a role whose row was deleted goes on from its epoch. The inner DISTINCT has no
-- other reason than MySQL, which deletes from a table that is read as well only if what is read was put aside.
DELETE FROM ${baton}leader_events
 WHERE at < ${earlier(${now}, :age_ms)}
   AND (SELECT COUNT(*)
          FROM (SELECT DISTINCT lease_name AS begun_name, lease_epoch AS begun_epoch
                  FROM ${baton}leader_events
                 WHERE event = 'acquired' AND at < ${earlier(${now}, :age_ms)}) begun
         WHERE begun_name = lease_name AND begun_epoch > lease_epoch) > 1

--- recent-statuses
SELECT status, COUNT(*) AS intents FROM (
    SELECT ${top(1000)} status FROM ${schema}submission_intents ORDER BY created_at DESC, intent_id DESC ${limit(1000)}) AS newest
 GROUP BY status
 ORDER BY status

--- pending-count
SELECT COUNT(*) FROM (
    SELECT ${top(:at_most)} 1 AS one
      FROM ${schema}submission_intents WHERE status = 'pending' AND ${not(in_flight)} ${limit(:at_most)}) AS waiting
