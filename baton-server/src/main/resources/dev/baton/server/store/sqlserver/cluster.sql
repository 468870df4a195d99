--- database-time
SELECT SYSUTCDATETIME() AS database_time

--- nodes-list
SELECT holder_id, node_id, version, started_at, seen_at, SYSUTCDATETIME() AS database_time
  FROM ${baton}nodes
 ORDER BY node_id, started_at

--- prune-events
DELETE FROM ${baton}leader_events WHERE at < DATEADD(minute, -CAST(:age_ms / 60000 AS int), SYSUTCDATETIME())

--- intents-estimate
SELECT CAST(NULL AS varchar(20)) AS status, SUM(p.rows) AS intents
  FROM sys.partitions p
 WHERE p.object_id = OBJECT_ID('${schema}submission_intents') AND p.index_id IN (0, 1)

--- recent-statuses
SELECT status, COUNT(*) AS intents FROM (
    SELECT TOP (1000) status FROM ${schema}submission_intents ORDER BY created_at DESC, intent_id DESC) AS newest
 GROUP BY status
 ORDER BY status

--- pending-count
SELECT COUNT(*) FROM (
    SELECT TOP (:at_most) 1 AS one FROM ${schema}submission_intents WHERE status = 'pending' AND in_flight = 0) AS waiting
