SELECT count(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = :role AND n.node_id = :node
   AND n.seen_at > clock_timestamp() - :alive_ms * interval '1 millisecond'
