SELECT COUNT(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = :role AND n.node_id = :node
   AND n.seen_at > UTC_TIMESTAMP(6) - INTERVAL :alive_ms * 1000 MICROSECOND
