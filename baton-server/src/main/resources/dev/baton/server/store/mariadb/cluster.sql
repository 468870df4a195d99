--- database-time
SELECT UTC_TIMESTAMP(6) AS database_time

--- nodes-list
SELECT holder_id, node_id, version, started_at, seen_at, UTC_TIMESTAMP(6) AS database_time
  FROM ${baton}nodes
 ORDER BY node_id, started_at

--- prune-events
DELETE FROM ${baton}leader_events WHERE at < UTC_TIMESTAMP(6) - INTERVAL :age_ms * 1000 MICROSECOND

--- intents-estimate
-- The storage engine's own estimate.
SELECT CAST(NULL AS char) AS status, table_rows AS intents
  FROM information_schema.tables
 WHERE table_schema = DATABASE() AND table_name = 'submission_intents'
