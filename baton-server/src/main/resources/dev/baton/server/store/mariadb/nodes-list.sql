SELECT holder_id, node_id, version, started_at, seen_at, UTC_TIMESTAMP(6) AS database_time
  FROM ${baton}nodes
 ORDER BY node_id, started_at
