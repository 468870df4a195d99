--- database-time
SELECT CURRENT_TIMESTAMP(6) AS database_time

--- nodes-list
SELECT holder_id, node_id, version, started_at, seen_at, CURRENT_TIMESTAMP(6) AS database_time
  FROM ${baton}nodes
 ORDER BY node_id, started_at

--- prune-events
DELETE FROM ${baton}leader_events WHERE at < DATEADD('MILLISECOND', -CAST(:age_ms AS bigint), CURRENT_TIMESTAMP(6))

--- intents-estimate
SELECT CAST(NULL AS varchar) AS status, row_count_estimate AS intents
  FROM information_schema.tables
 WHERE LOWER(table_name) = 'submission_intents'
